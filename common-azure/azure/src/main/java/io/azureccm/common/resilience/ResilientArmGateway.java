package io.azureccm.common.resilience;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.resilience.ArmCall.Verb;
import java.util.Map;
import java.util.Optional;

/** A gateway that applies {@link ArmCallPolicy} to every logical call; pages and polls inside a call are not counted again. */
public record ResilientArmGateway(ArmGateway inner, ArmCallPolicy policy) implements ArmGateway {
    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        return policy.call(ArmCall.now(Verb.GET, id, ""), () -> inner.get(id, query));
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        return policy.call(ArmCall.now(Verb.LIST, collection, ""), () -> inner.list(collection, query));
    }

    @Override
    public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
        return policy.call(ArmCall.now(Verb.PUT, id, ""), () -> inner.put(id, body, ifMatch));
    }

    @Override
    public boolean delete(ArmId id, String ifMatch) {
        return policy.call(ArmCall.now(Verb.DELETE, id, ""), () -> inner.delete(id, ifMatch));
    }

    @Override
    public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
        return policy.call(ArmCall.now(Verb.POST, id, action), () -> inner.post(id, action, body));
    }
}
