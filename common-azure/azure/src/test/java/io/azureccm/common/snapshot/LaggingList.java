package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An ARM whose lists, and what they show, stay as they once were. */
record LaggingList(ArmGateway arm, List<ObjectNode> shown) implements ArmGateway {
    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        return ArmList.of(shown.stream().map(ObjectNode::deepCopy).toList());
    }

    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        return shown.stream()
                .filter(node -> node.path("id").asText().equals(id.toString()))
                .map(ObjectNode::deepCopy)
                .findFirst()
                .or(() -> arm.get(id, query));
    }

    @Override
    public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
        return arm.put(id, body, ifMatch);
    }

    @Override
    public boolean delete(ArmId id, String ifMatch) {
        return arm.delete(id, ifMatch);
    }

    @Override
    public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
        return arm.post(id, action, body);
    }
}
