package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.GroupService;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.seed.Members;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.types.compute.FlexibleInstances;
import io.azureccm.e2e.azure.types.compute.ScaleSetInstances;
import io.azureccm.e2e.azure.types.compute.ScaleSets;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Fills the simulator without any checks. A seed is a list of ARM resources with their IDs, or an object with {@code
 * resources} (or {@code azure}) and {@code infrastructure}; {@code faults} and {@code latencies} are for others. An unknown
 * member is an {@link IllegalArgumentException}. Groups are created when they are named; a scale set without
 * instances in the seed gets as many as its capacity.
 */
public final class SeedLoader {
    private final GroupService groups;
    private final ArmService arm;

    public SeedLoader(ArmService arm, GroupService groups) {
        this.groups = groups;
        this.arm = arm;
    }

    /** Reads YAML or JSON, depending on the file name. */
    public static JsonNode read(Path file) throws IOException {
        String name = file.getFileName().toString();
        ObjectMapper mapper = name.endsWith(".yaml") || name.endsWith(".yml") ? new YAMLMapper() : new ObjectMapper();
        return mapper.readTree(Files.readAllBytes(file));
    }

    public void load(JsonNode seed) {
        if (seed.isArray()) {
            loadResources((ArrayNode) seed);
            return;
        }
        Members.check("the seed", seed, "infrastructure", "resources", "azure", "faults", "latencies");
        if (seed.has("infrastructure"))
            load(Infrastructure.parse(seed.get("infrastructure")));
        for (String member : List.of("resources", "azure")) {
            if (seed.get(member) instanceof ArrayNode resources)
                loadResources(resources);
            else if (seed.hasNonNull(member))
                throw new IllegalArgumentException(member + " of the seed are not a list");
        }
    }

    public void load(Infrastructure infrastructure) {
        groups.ensure(infrastructure.subscription(), infrastructure.resourceGroup(), infrastructure.location());
        loadResources(infrastructure.resources());
    }

    /** Networks come first, so that addresses can be allocated from their subnets. */
    private void loadResources(ArrayNode resources) {
        for (ObjectNode resource : Json.objects(resources)) {
            String id = Json.text(resource, "id")
                    .orElseThrow(() -> new IllegalArgumentException("a resource of the seed has no id: " + resource));
            ResourceId parsed = ResourceId.parse(id)
                    .orElseThrow(() -> new IllegalArgumentException("not a resource id in the seed: " + id));
            groups.ensure(parsed.subscription(), parsed.group(), Json.textOr(resource, "eastus", "location"));
        }
        List<ObjectNode> ordered = Json.objects(resources)
                .stream()
                .sorted(Comparator.comparingInt(SeedLoader::rank))
                .toList();
        arm.settled(() -> {
            ordered.forEach(this::one);
            ordered.forEach(this::instances);
        });
    }

    private static int rank(ObjectNode resource) {
        String type = ResourceId.require(resource.get("id").asText()).type().toLowerCase(java.util.Locale.ROOT);
        if (type.endsWith("/virtualnetworks"))
            return 0;
        if (type.endsWith("/publicipprefixes"))
            return 1;
        // Machines with given addresses come before those that allocate free ones.
        return resource.has("_ip") || type.endsWith("/networkinterfaces") ? 3 : type.endsWith("scalesets") ? 2 : 4;
    }

    private void one(ObjectNode given) {
        World world = arm.world();
        ResourceId id = ResourceId.require(given.get("id").asText());
        if (world.types().find(id.type()).isEmpty())
            throw new IllegalArgumentException("the seed has a type that is not simulated: " + id);
        ObjectNode body = given.deepCopy();
        Json.dropNulls(body);
        arm.commits().store(new Draft(id, body, world.store().get(id), world, true));
        Json.text(given, "properties", "provisioningState")
                .filter(state -> !state.equals("Succeeded"))
                .ifPresent(state -> world.store().replace(world.store().get(id).orElseThrow().withState(state)));
    }

    private void instances(ObjectNode given) {
        ResourceId id = ResourceId.require(given.get("id").asText());
        if (!id.type().equalsIgnoreCase(ScaleSets.NAME))
            return;
        World world = arm.world();
        Resource set = world.store().get(id).orElseThrow();
        boolean none = world.store().children(id, ScaleSetInstances.NAME).isEmpty();
        boolean noMachines = FlexibleInstances.of(world, set).isEmpty();
        if (none && noMachines)
            world.types().require(ScaleSets.NAME).stored(world, arm.commits(), Optional.empty(), set);
    }
}
