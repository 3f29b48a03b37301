package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.arm.ArmActions;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** POST actions, and the deletion of private endpoint connections. */
final class ActionRoutes {
    private static final Map<String, String> POWER = Map.of("start", "running", "restart", "running", "poweroff",
            "stopped", "deallocate", "deallocated");

    private final ArmActions actions;
    private final ArmService arm;
    private final ResourceRoutes resources;

    ActionRoutes(ArmService arm, ResourceRoutes resources) {
        this.arm = arm;
        this.actions = new ArmActions(arm);
        this.resources = resources;
    }

    Optional<Route> route(ArmRequest request, ResourceId owner, String action) {
        String name = action.toLowerCase(Locale.ROOT);
        String type = owner.label();
        if (name.equals("migratetoipbased") && type.equalsIgnoreCase("loadBalancers"))
            return Optional.of(migrate(owner, type));
        if (name.equals("health") && type.equalsIgnoreCase("loadBalancers/loadBalancingRules"))
            return Optional.of(Route.read("POST", type + "/health", owner.text(),
                    read -> OperationRoutes.healthAsked(arm, request, owner)));
        String power = POWER.get(name);
        if (power == null || !owner.isMachine())
            return Optional.empty();
        return Optional.of(new Route(Route.Kind.WRITE, "POST", type + "/" + action, owner.text(), visit -> {
            var operation = actions.power(owner, power, visit);
            return () -> resources.deleted(visit.request(), owner, Optional.of(operation), true);
        }));
    }

    private Route migrate(ResourceId balancer, String type) {
        return new Route(Route.Kind.WRITE, "POST", type + "/migrateToIpBased", balancer.text(), visit -> {
            List<String> pools = pools(visit.request());
            var operation = actions.migrate(balancer, pools, visit);
            return () -> {
                JsonNode body = Json.tree(Map.of("migratedPools", pools));
                ArmResponse response = ArmResponse.json(operation.isDone() ? 200 : 202, body);
                return operation.isDone()
                        ? response
                        : OperationRoutes.follow(arm, visit.request(), operation, balancer.subscription(), response);
            };
        });
    }

    private static List<String> pools(ArmRequest request) {
        try {
            return request.body().length == 0 ? List.of() : Json.texts(Json.parse(request.body()), "pools");
        } catch (IOException e) {
            throw ArmError.of("InvalidRequestFormat").detail("InvalidJson", e.getMessage());
        }
    }

    Optional<Route> endpointConnection(ArmRequest request, ResourceType type, ResourceId id) {
        if (!request.method().equals("DELETE"))
            return Optional.empty();
        return Optional.of(new Route(Route.Kind.WRITE, "DELETE", ArmRouter.label(type) + "/privateEndpointConnections",
                id.text(), visit -> {
                    var operation = actions.deleteEndpointConnection(type, id, visit);
                    return () -> resources.deleted(visit.request(), id, operation, true);
                }));
    }
}
