package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.types.compute.FlexibleInstances;
import io.azureccm.e2e.azure.types.compute.ScaleSetInstances;
import io.azureccm.e2e.azure.types.compute.ScaleSets;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Stores resources as given: with defaults, but without checks and latencies. */
public record Seeds(ArmService arm) {
    /** Loads the resources; networks come first, so that addresses can be allocated from their subnets. */
    public void load(List<ObjectNode> resources) {
        List<ObjectNode> ordered = resources.stream().sorted(Comparator.comparingInt(Seeds::rank)).toList();
        arm.settled(() -> {
            ordered.forEach(this::one);
            ordered.forEach(this::instances);
        });
    }

    private static int rank(ObjectNode resource) {
        String type = ResourceId.require(resource.get("id").asText()).type().toLowerCase(java.util.Locale.ROOT);
        if (type.endsWith("/virtualnetworks")) {
            return 0;
        }
        if (type.endsWith("/publicipprefixes")) {
            return 1;
        }
        // Machines with given addresses come before those that allocate free ones.
        return resource.has("_ip") || type.endsWith("/networkinterfaces") ? 3 : type.endsWith("scalesets") ? 2 : 4;
    }

    private void one(ObjectNode given) {
        World world = arm.world();
        ResourceId id = ResourceId.require(given.get("id").asText());
        if (world.types().find(id.type()).isEmpty()) {
            throw new IllegalArgumentException("the seed has a type that is not simulated: " + id);
        }
        ObjectNode body = given.deepCopy();
        Json.dropNulls(body);
        Optional<Resource> existing = world.store().get(id);
        arm.commits()
                .store(new Draft(existing.map(Resource::id).orElse(id), body,
                        existing.map(old -> old.hidden().deepCopy()).orElseGet(Json::object), existing, world, true));
        Json.text(given, "properties", "provisioningState")
                .filter(state -> !state.equals("Succeeded"))
                .ifPresent(state -> world.store()
                        .get(id)
                        .ifPresent(stored -> world.store().replace(stored.withState(state))));
    }

    private void instances(ObjectNode given) {
        ResourceId id = ResourceId.require(given.get("id").asText());
        if (!id.type().equalsIgnoreCase(ScaleSets.NAME)) {
            return;
        }
        World world = arm.world();
        Resource set = world.store().get(id).orElseThrow();
        boolean none = world.store().children(id, ScaleSetInstances.NAME).isEmpty();
        boolean noMachines = FlexibleInstances.of(world, set).isEmpty();
        if (none && noMachines) {
            world.types().require(ScaleSets.NAME).stored(world, arm.commits(), Optional.empty(), set);
        }
    }
}
