package io.azureccm.service.model.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.spec.IpFamily;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A network interface, attached to a virtual machine or not. */
public record NetworkInterface(ArmId id, ObjectNode json) implements PoolMember {
    public static NetworkInterface of(ObjectNode json) {
        return new NetworkInterface(ArmId.parse(ArmJson.text(json, "id")), json);
    }

    /** The machine that it is attached to, according to its own properties. */
    public Optional<ArmId> virtualMachine() {
        return ArmId.tryParse(ArmJson.text(json, "properties", "virtualMachine", "id"));
    }

    @Override
    public NetworkProfile profile() {
        return new NetworkProfile(List.of(json));
    }

    @Override
    public NetworkInterface with(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave) {
        NetworkInterface next = new NetworkInterface(id, json.deepCopy());
        next.profile().edit(join, leave);
        return next;
    }
}
