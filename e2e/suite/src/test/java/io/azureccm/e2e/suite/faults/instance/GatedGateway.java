package io.azureccm.e2e.suite.faults.instance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The gateway to ARM of one instance: its writes may be its death, and a dead one gets no answer any more. */
public record GatedGateway(ArmGateway inner, KillSwitch killSwitch) implements ArmGateway {
    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        killSwitch.live();
        return inner.get(id, query);
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        killSwitch.live();
        return inner.list(collection, query);
    }

    @Override
    public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
        AtomicReference<PutResult> result = new AtomicReference<>();
        killSwitch.write(id, () -> result.set(inner.put(id, body, ifMatch)));
        return result.get();
    }

    @Override
    public boolean delete(ArmId id, String ifMatch) {
        AtomicReference<Boolean> result = new AtomicReference<>();
        killSwitch.write(id, () -> result.set(inner.delete(id, ifMatch)));
        return result.get();
    }

    @Override
    public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
        AtomicReference<Optional<JsonNode>> result = new AtomicReference<>();
        killSwitch.write(id, () -> result.set(inner.post(id, action, body)));
        return result.get();
    }
}
