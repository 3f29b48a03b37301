package io.azureccm.common.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** The digest of values depends on what they are, and not on what was digested before them. */
class DigestsTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Property
    void whatWasBeforeDoesNotMatter(
            @ForAll @Size(max = 6) List<@Size(max = 4) Map<@StringLength(1) @CharRange(from = 'a', to = 'd') String, @IntRange(max = 2) Integer>> turns) {
        Digests<Integer> digests = digests();
        for (Map<String, Integer> each : turns)
            assertThat(digests.of(each)).isEqualTo(digests().of(each));
    }

    @Test
    void valuesAndTheirNamesMatter() {
        assertThat(List.of(digests().of(Map.of("a", 1)), digests().of(Map.of("a", 2)), digests().of(Map.of("b", 1)),
                digests().of(Map.of("a", 1, "b", 1)))).doesNotHaveDuplicates();
    }

    @Test
    void theOrderOfMembersDoesNotMatterAndThatOfElementsDoes() {
        ObjectNode one = NODES.objectNode().put("a", 1).put("b", "x");
        ObjectNode other = NODES.objectNode().put("b", "x").put("a", 1);

        assertThat(Digests.of(one)).isEqualTo(Digests.of(other));
        assertThat(Digests.of(NODES.arrayNode().add(1).add(2)))
                .isNotEqualTo(Digests.of(NODES.arrayNode().add(2).add(1)));
    }

    @Test
    void aTextIsNotWhatItLooksLike() {
        Map<String, JsonNode> alike = new LinkedHashMap<>();
        alike.put("number", NODES.numberNode(1));
        alike.put("text", NODES.textNode("1"));
        alike.put("quotes", NODES.textNode("\"1\""));
        alike.put("two", NODES.textNode("1\", \"1"));

        assertThat(alike.values().stream().map(each -> Digests.of(NODES.arrayNode().add(each))))
                .doesNotHaveDuplicates();
        assertThat(Digests.of(NODES.arrayNode().add("1\", \"1")))
                .isNotEqualTo(Digests.of(NODES.arrayNode().add("1").add("1")));
    }

    private static Digests<Integer> digests() {
        return Digests.ofJson(NODES::numberNode);
    }
}
