package io.azureccm.service.model.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import java.util.List;
import java.util.Optional;

/** A machine that is not an instance of a uniform scale set: of a flexible scale set, of an availability set, or standalone. */
public record VirtualMachine(ArmId id, ObjectNode json) implements Machine {
    public static VirtualMachine of(ObjectNode json) {
        return new VirtualMachine(ArmId.parse(ArmJson.text(json, "id")), json);
    }

    public List<ArmId> interfaces() {
        return ArmJson.ids(json, "properties", "networkProfile", "networkInterfaces");
    }

    /** Its primary interface, or the only one. */
    public Optional<ArmId> primaryInterface() {
        List<ObjectNode> interfaces = ArmJson.list(json, "properties", "networkProfile", "networkInterfaces");
        return NetworkProfile.primary(interfaces).flatMap(nic -> ArmId.tryParse(ArmJson.text(nic, "id")));
    }

    /** The flexible scale set or the availability set that it belongs to. */
    public Optional<ArmId> set() {
        return reference("virtualMachineScaleSet").or(() -> reference("availabilitySet"));
    }

    private Optional<ArmId> reference(String property) {
        return ArmId.tryParse(ArmJson.text(json, "properties", property, "id"));
    }
}
