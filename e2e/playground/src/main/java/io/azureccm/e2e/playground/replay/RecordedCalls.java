package io.azureccm.e2e.playground.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.RecordReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The calls to Azure that the lines of a record show: the resources that were read, each in all its versions, and the writes that ended.
 * Not thread-safe.
 */
final class RecordedCalls {
    private final Map<String, ObjectNode> current = new HashMap<>();
    private final Set<ObjectNode> reads = new LinkedHashSet<>();
    private final List<RecordedWrite> writes = new ArrayList<>();
    private final Map<String, Map<String, ObjectNode>> started = new HashMap<>();
    private String broken = "";

    /** Throws {@link RecordHeader.OtherFormatException} for a file that is no record of this format. */
    static RecordedCalls of(RecordReader record) {
        RecordedCalls calls = new RecordedCalls();
        boolean isFirst = true;
        for (Optional<JsonNode> line = record.next(); line.isPresent(); line = record.next()) {
            if (isFirst || line.get().has("format"))
                RecordHeader.of(line.get());
            isFirst = false;
            calls.add(line.get());
        }
        calls.broken = record.broken();
        return calls;
    }

    /** Each version of each resource once, in the order in which they were read. */
    Set<ObjectNode> reads() {
        return reads;
    }

    /** In the order in which they ended. */
    List<RecordedWrite> writes() {
        return writes;
    }

    /** Why the record could not be read to its end; "" if it could. */
    String broken() {
        return broken;
    }

    private void add(JsonNode line) {
        if (line.has("format")) {
            current.clear();
            started.clear();
        }
        resources(line.path("known"), this::read);
        int known = writes.size();
        line.path("ended").forEach(ended -> {
            Map<String, ObjectNode> before = started.getOrDefault(ended.path("lane").asText(), Map.copyOf(current));
            writes(ended.path("event"), before);
        });
        writes.stream().skip(known).forEach(this::written);
        resources(line.path("observed"), this::read);
        line.path("started").forEach(lane -> started.put(lane.asText(), Map.copyOf(current)));
    }

    private void read(ObjectNode resource) {
        ObjectNode before = current.put(key(resource), resource);
        // A subnet is part of its network, which the record may not show.
        if (!resource.equals(before) && !ArmTypes.SUBNET.equalsIgnoreCase(resource.path("type").asText()))
            reads.add(resource);
    }

    /** Before the next read, a write shows what is there. */
    private void written(RecordedWrite write) {
        if (!write.kind().equals("Applied"))
            return;
        String key = ArmId.parse(write.target()).key();
        if (write.verb().equals("DELETE"))
            current.remove(key);
        else if (write.outcome().path("body") instanceof ObjectNode body && isResource(body))
            current.put(key, body);
    }

    static String key(JsonNode resource) {
        return ArmId.parse(resource.path("id").asText()).key();
    }

    /** One operation with its outcome, or a plan with the outcomes by target. */
    private void writes(JsonNode json, Map<String, ObjectNode> before) {
        if (RecordedWrite.isIn(json))
            writes.add(RecordedWrite.of(json.path("operation"), json.path("outcome"), before));
        else if (json.has("outcomes"))
            json.path("plan")
                    .path("operations")
                    .forEach(operation -> writes.add(RecordedWrite.of(operation,
                            json.path("outcomes").path(operation.path("target").asText()), before)));
        else
            json.forEach(child -> writes(child, before));
    }

    /** Whole resources, at whatever depth: they have an id, and a type whose resources are written or read by themselves. */
    private static void resources(JsonNode json, Consumer<ObjectNode> to) {
        if (json instanceof ObjectNode object && isResource(object))
            to.accept(object);
        else
            json.forEach(child -> resources(child, to));
    }

    private static boolean isResource(ObjectNode json) {
        return json.path("properties").isObject() && json.has("name")
                && ArmTypes.ALL.stream().anyMatch(type -> type.equalsIgnoreCase(json.path("type").asText()))
                && ArmId.tryParse(json.path("id").asText())
                        .filter(id -> id.type().equalsIgnoreCase(json.path("type").asText()))
                        .isPresent();
    }
}
