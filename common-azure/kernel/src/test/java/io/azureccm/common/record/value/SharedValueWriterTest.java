package io.azureccm.common.record.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What occurs again in a segment is written once and read whole, whether it is the same tree or an equal one. */
class SharedValueWriterTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SharedValueWriter writer = new SharedValueWriter();
    private final SharedValues reader = new SharedValues();

    @Property(tries = 300)
    void linesAreReadAsTheyWere(@ForAll("lines") List<JsonNode> lines) throws IOException {
        List<JsonNode> all = new ArrayList<>(lines);
        all.addAll(lines);
        for (JsonNode each : lines)
            all.add(JSON.createObjectNode().set("again", each.deepCopy()));

        for (JsonNode each : all)
            assertThat(reader.read(JSON.readTree(written(each)))).isEqualTo(JSON.readTree(each.toString()));
    }

    @Provide
    Arbitrary<List<JsonNode>> lines() {
        Arbitrary<String> texts = Arbitraries.strings().withChars("ab\"\\\n\u00e9\u4e2d$").ofMaxLength(30);
        Arbitrary<JsonNode> leaves = Arbitraries.oneOf(texts.map(JSON::valueToTree),
                Arbitraries.integers().map(JSON::valueToTree), Arbitraries.of(true, false).map(JSON::valueToTree));
        Arbitrary<JsonNode> trees = Arbitraries.lazyOf(() -> leaves,
                () -> lines(leaves).map(JSON::valueToTree),
                () -> Arbitraries.maps(Arbitraries.of("$", "name", "x", "properties", "\u00e9"), leaves)
                        .ofMaxSize(4)
                        .map(JSON::valueToTree),
                () -> Arbitraries.maps(Arbitraries.of("$", "id", "rules"), lines(leaves))
                        .ofMaxSize(3)
                        .map(JSON::valueToTree));
        return lines(trees);
    }

    private static Arbitrary<List<JsonNode>> lines(Arbitrary<JsonNode> of) {
        return of.list().ofMaxSize(6);
    }

    @Example
    void whatMayBeASecretIsLeftOutWhereverItsTreeOccursButInTags() throws IOException {
        String text = "a text that is long enough to be remembered as one of those that were written";
        JsonNode secret = JSON.readTree("{\"customData\": \"%s\", \"kept\": \"%s\"}".formatted("x".repeat(200), text));

        String inTags = written(JSON.createObjectNode().set("tags", secret));
        String elsewhere = written(JSON.createObjectNode().set("properties", secret));
        String again = written(JSON.createObjectNode().set("properties", secret));

        assertThat(inTags).contains("customData");
        assertThat(elsewhere).doesNotContain("customData").contains(text);
        assertThat(again).doesNotContain("customData").doesNotContain(text);
    }

    private String written(JsonNode line) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.write(line, out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
