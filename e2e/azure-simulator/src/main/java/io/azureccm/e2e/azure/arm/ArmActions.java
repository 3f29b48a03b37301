package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.compute.InstanceViews;
import io.azureccm.e2e.azure.types.network.PoolMigration;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;

/** Writes that are neither PUT nor DELETE of a resource. */
public record ArmActions(ArmService arm) {
    private Resource free(ResourceId id, String verb) {
        Resource resource = arm.preconditions().require(id);
        arm.writeOperations().requireFree(arm.world().types().require(resource.type()), resource.id(), verb);
        return resource;
    }

    /** Changes the power state of a machine: running, stopped or deallocated. */
    public Operation power(ResourceId machine, String state, Write write) {
        return arm.settled(() -> {
            Resource resource = free(machine, "POST");
            Resource changed = InstanceViews.withPower(resource, state);
            return arm.writeOperations()
                    .start(arm.world().types().require(resource.type()),
                            new Draft(resource.id(), resource.body().deepCopy(), changed.hidden(),
                                    Optional.of(resource),
                                    arm.world(), false),
                            write);
        });
    }

    /** Migrates pools of interfaces to pools of addresses; all pools if none is named. */
    public Operation migrate(ResourceId balancer, List<String> pools, Write write) {
        return arm.settled(() -> {
            Resource resource = free(balancer, "POST");
            PoolMigration migration = PoolMigration.of(arm.world(), resource, pools);
            migration.leave(arm.commits());
            Resource now = arm.preconditions().require(balancer);
            ResourceType type = arm.world().types().require(now.type());
            Draft draft = new Draft(balancer, migration.body(), Optional.of(now), arm.world(), false);
            type.complete(draft);
            return arm.writeOperations().start(type, draft, write);
        });
    }

    /** Removes a private endpoint's connection from a private link service; empty if there was none. */
    public Optional<Operation> deleteEndpointConnection(ResourceType type, ResourceId id, Write write) {
        return arm.settled(() -> {
            Resource service = free(id.parent(1), "DELETE");
            ObjectNode shown = arm.show(service, ResourceType.ShowOptions.PLAIN);
            return Json.named(shown, id.name(), "properties", "privateEndpointConnections").map(found -> {
                Draft draft = new Draft(service.id(), service.body().deepCopy(), Optional.of(service), arm.world(),
                        false);
                Json.arrayAt(draft.hidden(), "deletedConnections").add(Json.name(found));
                return arm.writeOperations().start(type, draft, write);
            });
        });
    }
}
