package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.store.ResourceStore;
import io.azureccm.e2e.azure.store.ResourceStore.ResourceGroup;
import io.azureccm.e2e.azure.types.Names;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;

/** Resource groups: created immediately, deleted with all their resources. */
public record GroupService(ArmService arm) {
    private ResourceStore store() {
        return arm.world().store();
    }

    /** Creates the group if it does not exist. */
    public void ensure(String subscription, String name, String location) {
        arm.settled(() -> {
            if (store().group(subscription, name).isEmpty())
                store().putGroup(new ResourceGroup(ResourceId.groupId(subscription, name), name,
                        Json.object().put("location", location), "Succeeded"));
        });
    }

    /** PUT of a group. */
    public Write.Accepted put(String subscription, String name, Write write) {
        ObjectNode body = Preconditions.body(write.request());
        return arm.settled(() -> {
            Names.checkGroup(name);
            Optional<ResourceGroup> existing = store().group(subscription, name);
            body.remove(List.of("id", "name", "type", "properties"));
            String location = Preconditions.location(body);
            existing.map(group -> Json.textOr(group.body(), "", "location"))
                    .filter(old -> !old.equals(location))
                    .ifPresent(old -> {
                        throw ArmError.of("InvalidResourceGroupLocation", location, old);
                    });
            ResourceGroup group = new ResourceGroup(
                    existing.map(ResourceGroup::id).orElse(ResourceId.groupId(subscription, name)),
                    existing.map(ResourceGroup::name).orElse(name), body, "Succeeded");
            store().putGroup(group);
            return new Write.Accepted(null, existing.isEmpty(), show(group));
        });
    }

    public ObjectNode get(String subscription, String name) {
        return arm.settled(() -> show(arm.preconditions().requireGroup(subscription, name)));
    }

    public List<ObjectNode> list(String subscription) {
        return arm.settled(() -> store().groups(subscription).stream().map(GroupService::show).toList());
    }

    private static ObjectNode show(ResourceGroup group) {
        ObjectNode shown = Json.object()
                .put("id", group.id())
                .put("name", group.name())
                .put("type",
                        "Microsoft.Resources/resourceGroups");
        shown.setAll(group.body().deepCopy());
        shown.putObject("properties").put("provisioningState", group.state());
        return shown;
    }

    /** Starts the deletion of the group and all its resources. */
    public Operation delete(String subscription, String name, Write write) {
        return arm.settled(() -> {
            ResourceGroup group = arm.preconditions().requireGroup(subscription, name);
            store().putGroup(new ResourceGroup(group.id(), group.name(), group.body(), "Deleting"));
            String location = Json.textOr(group.body(), "eastus", "location");
            return arm.writeOperations()
                    .begin(new Operation.Target("Microsoft.Resources", location, ResourceId.key(group.id())), "DELETE",
                            write, new Operation.Outcome(() -> removeAll(group), () -> store().putGroup(group)));
        });
    }

    /** Referencing resources first, so that no resource is processed after one that it references is gone. */
    private void removeAll(ResourceGroup group) {
        store().below(group.id())
                .toList()
                .forEach(resource -> store().get(resource.id()).ifPresent(arm.commits()::remove));
        store().removeGroup(group.id());
    }
}
