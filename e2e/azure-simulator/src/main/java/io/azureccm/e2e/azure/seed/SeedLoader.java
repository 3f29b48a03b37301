package io.azureccm.e2e.azure.seed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.GroupService;
import io.azureccm.e2e.azure.arm.Seeds;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Fills the simulator without any checks. A seed is a list of ARM resources with their IDs, or an object with {@code
 * resources} (or {@code azure}) and {@code infrastructure}; {@code faults} and {@code latencies} are for others. An unknown
 * member is an {@link IllegalArgumentException}. Groups are created when they are named; a scale set without
 * instances in the seed gets as many as its capacity.
 */
public final class SeedLoader {
    private final GroupService groups;
    private final Seeds seeds;

    public SeedLoader(ArmService arm, GroupService groups) {
        this.groups = groups;
        this.seeds = new Seeds(arm);
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
        if (seed.has("infrastructure")) {
            load(Infrastructure.parse(seed.get("infrastructure")));
        }
        for (String member : List.of("resources", "azure")) {
            if (seed.get(member) instanceof ArrayNode resources) {
                loadResources(resources);
            } else if (seed.hasNonNull(member)) {
                throw new IllegalArgumentException(member + " of the seed are not a list");
            }
        }
    }

    public void load(Infrastructure infrastructure) {
        groups.ensure(infrastructure.subscription(), infrastructure.resourceGroup(), infrastructure.location());
        loadResources(infrastructure.resources());
    }

    private void loadResources(ArrayNode resources) {
        for (ObjectNode resource : Json.objects(Json.object().set("all", resources), "all")) {
            String id = Json.text(resource, "id")
                    .orElseThrow(() -> new IllegalArgumentException("a resource of the seed has no id: " + resource));
            ResourceId parsed = ResourceId.parse(id)
                    .orElseThrow(() -> new IllegalArgumentException("not a resource id in the seed: " + id));
            groups.ensure(parsed.subscription(), parsed.group(), Json.textOr(resource, "eastus", "location"));
        }
        seeds.load(Json.objects(Json.object().set("all", resources), "all"));
    }
}
