package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * A plan as it is compared: its text for humans, as lines in arrays of any depth, so that parts that stay are recorded once; the digest of
 * all that it decides but the bodies of its writes; and those, by verb and target.
 */
public record RecordedPlan(JsonNode lines, String digest, Map<String, JsonNode> bodies) {
    /** Of a turn that failed. */
    public static final RecordedPlan NONE = new RecordedPlan(MissingNode.getInstance(), "", Map.of());

    /** A plan that is not one of writes to Azure: its text, and all that it decides. */
    public static RecordedPlan of(String text, JsonNode decides) {
        return new RecordedPlan(array(text.lines().toList()), Digests.of(decides), Map.of());
    }

    static ArrayNode array(List<String> lines) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(lines.size());
        lines.forEach(array::add);
        return array;
    }

    /** Its text for humans, without a line break at the end. */
    public String text() {
        StringJoiner text = new StringJoiner("\n");
        addTo(text, lines);
        return text.toString();
    }

    private static void addTo(StringJoiner text, JsonNode lines) {
        if (lines.isTextual())
            text.add(lines.asText());
        lines.forEach(each -> addTo(text, each));
    }

    /** The same decisions; the columns of the texts may be of other widths. */
    boolean isSameAs(RecordedPlan other) {
        return (digest.isEmpty() || digest.equals(other.digest))
                && (lines.equals(other.lines) || words(text()).equals(words(other.text())))
                && BodyDifferences.of(bodies, other.bodies).isEmpty();
    }

    private static String words(String text) {
        return text.replaceAll(" +", " ");
    }
}
