package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;

/** Resource providers: their types, locations and zones. */
record ProviderRoutes(ArmService arm) {
    /** Display names of regions. */
    private static final List<String> REGIONS = List.of("East US", "East US 2", "West US", "West US 2", "West US 3",
            "Central US", "North Central US", "South Central US", "West Central US", "Canada Central", "North Europe",
            "West Europe", "UK South", "France Central", "Germany West Central", "Sweden Central", "Switzerland North",
            "Southeast Asia", "East Asia", "Japan East", "Australia East", "Central India", "Brazil South");
    private static final List<String> ZONES = List.of("1", "2", "3");
    private static final List<String> WITHOUT_ZONES = List.of("West US", "West Central US", "North Central US");

    Optional<Route> provider(ArmRequest request, String subscription, String namespace) {
        return request.isRead()
                ? Optional.of(Route.read("GET", "providers", namespace,
                        r -> ArmRouter.found(r, show(subscription, namespace))))
                : Optional.empty();
    }

    private ObjectNode show(String subscription, String namespace) {
        List<ResourceType> types = arm.world()
                .types()
                .all()
                .stream()
                .filter(type -> type.name()
                        .toLowerCase(java.util.Locale.ROOT)
                        .startsWith(namespace.toLowerCase(java.util.Locale.ROOT) + "/"))
                .toList();
        if (types.isEmpty())
            throw ArmError.of("InvalidResourceNamespace", namespace);
        String name = types.getFirst().name().substring(0, types.getFirst().name().indexOf('/'));
        ObjectNode shown = Json.object()
                .put("id", "/subscriptions/" + subscription + "/providers/" + name)
                .put("namespace", name)
                .put("registrationPolicy", "RegistrationRequired")
                .put("registrationState", "Registered");
        ArrayNode array = shown.putArray("resourceTypes");
        types.forEach(type -> array.add(resourceType(type)));
        return shown;
    }

    private static ObjectNode resourceType(ResourceType type) {
        ObjectNode shown = Json.object().put("resourceType", ArmRouter.label(type));
        ArrayNode locations = shown.putArray("locations");
        ArrayNode zones = shown.putArray("zoneMappings");
        for (String region : REGIONS) {
            locations.add(region);
            if (!WITHOUT_ZONES.contains(region)) {
                ArrayNode in = zones.addObject().put("location", region).putArray("zones");
                ZONES.reversed().forEach(in::add);
            }
        }
        shown.putArray("apiVersions").add("2025-05-01").add("2025-04-01").add("2021-04-01").add("2018-10-01");
        return shown.put("capabilities", "SupportsTags, SupportsLocation");
    }
}
