package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.diff.Differ;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares what replayed turns would send with what the record shows to have been sent, field by field. Not thread-safe. */
final class SentBodies {
    private static final int MAX_NOTES = 100;
    private static final DiffRules WITHOUT_ETAGS = DiffRules.NONE.ignoring("etag", "*.etag");

    private final Map<String, JsonNode> bodies = new HashMap<>();

    /** A replayed turn sends these. */
    void planned(List<Operation> operations) {
        operations.stream()
                .filter(operation -> operation.body() != null)
                .forEach(operation -> bodies.put(operation.target().key(), operation.body()));
    }

    /** Adds a note for each write that ended with content that the replayed turns would not have sent. */
    void ended(JsonNode event, Instant at, List<String> notes) {
        RecordedWrites.forEach(event, (operation, outcome) -> {
            ArmId target = ArmId.parse(operation.path("target").asText());
            JsonNode now = bodies.get(target.key());
            JsonNode then = operation.path("body");
            if (now == null || !then.isObject() || notes.size() >= MAX_NOTES)
                return;
            List<FieldChange> fields = Differ.exact(then, Withheld.without(now), WITHOUT_ETAGS);
            if (!fields.isEmpty())
                notes.add(operation.path("verb").asText() + " " + target.shortName() + " that ended at " + at
                        + " would have other content: "
                        + fields.stream().map(FieldChange::toString).collect(Collectors.joining(", ")));
        });
    }
}
