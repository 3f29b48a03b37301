package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.BiConsumer;

/** The writes to Azure whose end a recorded event tells of. */
public final class RecordedWrites {
    private RecordedWrites() {}

    /** Each operation with its outcome: the event has one, or a plan with the outcomes by target. */
    public static void forEach(JsonNode event, BiConsumer<JsonNode, JsonNode> to) {
        JsonNode operation = event.path("operation");
        if (operation.has("verb") && event.has("outcome"))
            to.accept(operation, event.path("outcome"));
        else if (event.has("outcomes"))
            event.path("plan")
                    .path("operations")
                    .forEach(each -> to.accept(each, event.path("outcomes").path(each.path("target").asText())));
        else
            event.forEach(child -> forEach(child, to));
    }
}
