package io.azureccm.service.model.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.spec.IpFamily;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An instance of a uniform scale set. */
public record ScaleSetInstance(ArmId id, ObjectNode json) implements Machine, PoolMember {
    public static ScaleSetInstance of(ObjectNode json) {
        return new ScaleSetInstance(ArmId.parse(ArmJson.text(json, "id")), json);
    }

    /** "" if Azure shows none. */
    public String computerName() {
        return ArmJson.text(json, "properties", "osProfile", "computerName");
    }

    @Override
    public NetworkProfile profile() {
        return new NetworkProfile(
                ArmJson.list(json, "properties", "networkProfileConfiguration", "networkInterfaceConfigurations"));
    }

    /** Without the properties that a write must not contain. */
    @Override
    public ScaleSetInstance with(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave) {
        ScaleSetInstance next = new ScaleSetInstance(id, json.deepCopy());
        next.profile().edit(join, leave);
        ArmJson.properties(next.json).remove(List.of("instanceView", "provisioningState"));
        next.json.remove("resources");
        return next;
    }
}
