package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.Pages;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Resource providers: their types, locations and zones. */
record ProviderRoutes(ArmService arm) {
    /** Display names of regions; regions without zones have an empty list in {@link #ZONES}. */
    private static final Map<String, String> REGIONS = regions();
    private static final List<String> ZONES = List.of("1", "2", "3");
    private static final List<String> WITHOUT_ZONES = List.of("West US", "West Central US", "North Central US");

    private static Map<String, String> regions() {
        Map<String, String> regions = new LinkedHashMap<>();
        for (String name : List.of("East US", "East US 2", "West US", "West US 2", "West US 3", "Central US",
                "North Central US", "South Central US", "West Central US", "Canada Central", "North Europe",
                "West Europe", "UK South", "France Central", "Germany West Central", "Sweden Central",
                "Switzerland North", "Southeast Asia", "East Asia", "Japan East", "Australia East", "Central India",
                "Brazil South")) {
            regions.put(name.replace(" ", "").toLowerCase(java.util.Locale.ROOT), name);
        }
        return regions;
    }

    static ObjectNode locations(String subscription) {
        ObjectNode body = Json.object();
        ArrayNode value = body.putArray("value");
        REGIONS.forEach((name, display) -> value.addObject()
                .put("id", "/subscriptions/" + subscription + "/locations/" + name)
                .put("name", name)
                .put("displayName", display)
                .put("regionalDisplayName", display));
        return body;
    }

    Optional<Route> provider(ArmRequest request, String subscription, String namespace) {
        if (request.method().equals("POST") && namespace != null) {
            return Optional.of(new Route(Route.Kind.WRITE, "POST", "providers/register", namespace,
                    visit -> () -> ArmResponse.json(200, show(subscription, namespace))));
        }
        if (!request.isRead()) {
            return Optional.empty();
        }
        if (namespace == null) {
            return Optional.of(Route.read("LIST", "providers", request.path(),
                    r -> ArmResponse.json(200, Pages.page(r, List.of(show(subscription, "Microsoft.Compute"),
                            show(subscription, "Microsoft.Network")), 100))));
        }
        return Optional.of(Route.read("GET", "providers", namespace,
                r -> ArmRouter.found(r, show(subscription, namespace))));
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
        if (types.isEmpty()) {
            throw new ArmError(404, "InvalidResourceNamespace",
                    "The resource namespace '" + namespace + "' is invalid.").fromGateway();
        }
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
        for (String region : REGIONS.values()) {
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
