package io.azureccm.common.core.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.core.shared.RecordJson;
import java.util.ArrayList;
import java.util.List;

/**
 * The removals that a plan holds until they are approved, as lines for users and as JSON: the same in the plans of all
 * controllers.
 */
public final class HeldRemovalsText {
    private HeldRemovalsText() {}

    /** One line for each removal, up to a maximum, and a last one with the hash; none if nothing is held. */
    public static List<String> lines(Removals held, int max) {
        List<String> lines = new ArrayList<>();
        if (held.isEmpty())
            return lines;
        held.all()
                .stream()
                .limit(max)
                .forEach(each -> lines.add(TextLines.clean("  = held  " + each.text()
                        + (each.subjects().isEmpty() ? "" : "   " + String.join(",", each.subjects())))));
        if (held.all().size() > max)
            lines.add("  = held  ... and " + (held.all().size() - max) + " more");
        lines.add("  = held: " + held.describe() + "; approve with " + held.hash());
        return lines;
    }

    public static ObjectNode json(Removals held) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("hash", held.hash());
        ArrayNode removals = json.putArray("removals");
        held.all().forEach(each -> removals.add(RecordJson.of(each).put("kind", each.kind().word())));
        return json;
    }
}
