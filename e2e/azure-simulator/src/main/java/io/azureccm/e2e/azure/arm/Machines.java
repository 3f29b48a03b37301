package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.compute.InstanceViews;
import io.azureccm.e2e.azure.types.compute.MachineAddresses;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Changes of machines and other resources that no client requests: immediate, without checks, operations or calls.
 */
public record Machines(ArmService arm) {
    private Resource require(String id) {
        return arm.preconditions().require(ResourceId.require(id));
    }

    private ResourceType type(Resource resource) {
        return arm.world().types().require(resource.type());
    }

    /** Sets the power state of a machine or instance: running, starting, stopping, stopped, deallocating, deallocated. */
    public void power(String id, String state) {
        arm.settled(() -> arm.world().store().replace(InstanceViews.withPower(require(id), state)));
    }

    /** Sets the provisioning state of a resource, such as Failed or Deleting. */
    public void provisioning(String id, String state) {
        arm.settled(() -> arm.world().store().replace(require(id).withState(state)));
    }

    /** Makes a machine, an instance or any other resource disappear. */
    public void remove(String id) {
        arm.settled(() -> arm.commits().remove(require(id)));
    }

    /** Gives the resource a new etag, as if another client had written it. */
    public void touch(ResourceId id) {
        arm.settled(() -> arm.commits()
                .touch(arm.world().store().get(id).isPresent() || id.isTopLevel() ? id : id.parent(1)));
    }

    /** Scales a scale set; returns the ids of its instances afterwards. */
    public List<String> scale(String scaleSetId, int count) {
        edit(scaleSetId, body -> {
            Json.child(body, "sku").put("capacity", count);
            return body;
        });
        arm.settled(() -> {
            Resource set = require(scaleSetId);
            type(set).stored(arm.world(), arm.commits(), Optional.of(set), set);
        });
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
                .filter(machine -> machine.id().isMachine())
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

    /** Merges a change into any resource, like a user of the portal would. */
    public void edit(String id, ObjectNode patch) {
        edit(id, body -> Merge.into(body, patch));
    }

    /** Changes a stored body like another client would: no checks, a new etag. */
    public void edit(String id, UnaryOperator<ObjectNode> change) {
        arm.settled(() -> {
            Resource resource = require(id);
            ObjectNode body = change.apply(resource.body().deepCopy());
            Draft draft = new Draft(resource.id(), body, Optional.of(resource), arm.world(), true);
            type(resource).complete(draft);
            arm.commits().commit(type(resource), draft, resource.state());
        });
    }
}
