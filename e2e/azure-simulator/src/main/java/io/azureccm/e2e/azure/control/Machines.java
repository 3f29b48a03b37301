package io.azureccm.e2e.azure.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.OutOfBandChanges;
import io.azureccm.e2e.azure.routing.Merge;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.compute.InstanceViews;
import io.azureccm.e2e.azure.types.compute.MachineAddresses;
import io.azureccm.e2e.azure.types.compute.ScaleSets;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;

/** Changes of machines not requested by any client; they take effect immediately and are not counted as calls. */
public final class Machines {
    private final ArmService arm;
    private final OutOfBandChanges interventions;

    public Machines(ArmService arm) {
        this.arm = arm;
        this.interventions = new OutOfBandChanges(arm);
    }

    /** Sets the power state of a machine or instance: running, starting, stopping, stopped, deallocating, deallocated. */
    public void power(String id, String state) {
        interventions.replace(ResourceId.require(id), machine -> InstanceViews.withPower(machine, state));
    }

    /** Sets the provisioning state of a machine, a scale set or an interface, such as Failed or Deleting. */
    public void provisioning(String id, String state) {
        interventions.replace(ResourceId.require(id), resource -> resource.withState(state));
    }

    /** Makes a machine or instance disappear. */
    public void remove(String id) {
        interventions.drop(ResourceId.require(id));
    }

    /** Scales a scale set; returns the ids of its instances afterwards. */
    public List<String> scale(String scaleSetId, int count) {
        ResourceId id = ResourceId.require(scaleSetId);
        interventions.edit(id, body -> {
            Json.child(body, "sku").put("capacity", count);
            return body;
        });
        interventions.follow(id);
        return instances(scaleSetId);
    }

    /** Ids of the instances of a scale set, or of its machines when it is flexible. */
    public List<String> instances(String scaleSetId) {
        return arm.listInstances(ResourceId.require(scaleSetId), ResourceType.ShowOptions.PLAIN)
                .stream()
                .map(instance -> Json.textOr(instance, "", "id"))
                .toList();
    }

    /** The machine or instance with this computer name or ID. */
    public Optional<Resource> find(String nameOrId) {
        return arm.settled(() -> arm.world()
                .store()
                .all()
                .stream()
                .filter(Machines::isMachine)
                .filter(machine -> machine.id().text().equalsIgnoreCase(nameOrId) || nameOrId
                        .equalsIgnoreCase(Json.textOr(machine.properties(), "", "osProfile", "computerName")))
                .findFirst());
    }

    /** The private addresses of a machine or instance; none if it does not exist. */
    public List<String> privateAddresses(String id) {
        return arm.settled(() -> arm.world()
                .store()
                .get(ResourceId.require(id))
                .map(machine -> MachineAddresses.of(arm.world(), machine))
                .orElse(List.of())
                .stream()
                .map(MachineAddresses::privateAddress)
                .toList());
    }

    static boolean isMachine(Resource resource) {
        return resource.type().endsWith("/virtualMachines") && !resource.type().equals(ScaleSets.NAME);
    }

    /** Merges a change into any resource, like a user of the portal would. */
    public void edit(String id, ObjectNode patch) {
        interventions.edit(ResourceId.require(id), body -> Merge.into(body, patch));
    }
}
