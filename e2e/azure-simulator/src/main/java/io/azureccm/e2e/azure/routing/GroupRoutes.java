package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.GroupService;
import io.azureccm.e2e.azure.arm.Pages;
import io.azureccm.e2e.azure.arm.Write;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;

/** Subscriptions and resource groups. */
record GroupRoutes(ArmService arm, GroupService groups) {
    private static final String TYPE = "resourceGroups";
    private static final String TENANT = "00000000-0000-0000-0000-0000000000aa";

    Optional<Route> subscriptions(ArmRequest request) {
        if (!request.isRead())
            return Optional.empty();
        return Optional.of(Route.read("LIST", "subscriptions", request.path(), r -> {
            List<ObjectNode> known = arm.settled(() -> arm.world()
                    .store()
                    .groups()
                    .stream()
                    .map(group -> group.id().split("/")[2])
                    .distinct()
                    .sorted()
                    .map(GroupRoutes::subscription)
                    .toList());
            return ArmResponse.json(200, Pages.page(r, known, 100));
        }));
    }

    private static ObjectNode subscription(String id) {
        return Json.object()
                .put("id", "/subscriptions/" + id)
                .put("subscriptionId", id)
                .put("tenantId", TENANT)
                .put("displayName", "Simulated subscription")
                .put("state", "Enabled");
    }

    Optional<Route> group(ArmRequest request, String subscription, String name) {
        if (name == null)
            return request.isRead()
                    ? Optional.of(Route.read("LIST", TYPE, request.path(), r -> ArmResponse.json(200,
                            Pages.page(r, groups.list(subscription), arm.world().settings().pageSize()))))
                    : Optional.empty();
        return switch (request.method()) {
            case "GET", "HEAD" -> Optional.of(Route.read("GET", TYPE, request.path(),
                    r -> ArmRouter.found(r, groups.get(subscription, name))));
            case "PUT" -> Optional.of(new Route(Route.Kind.WRITE, "PUT", TYPE, request.path(), visit -> {
                Write.Accepted accepted = groups.put(subscription, name, visit);
                return () -> ArmResponse.json(accepted.created() ? 201 : 200, accepted.shown());
            }));
            case "DELETE" -> Optional.of(new Route(Route.Kind.WRITE, "DELETE", TYPE, request.path(), visit -> {
                Operation operation = groups.delete(subscription, name, visit);
                return () -> deleted(visit.request(), subscription, operation);
            }));
            default -> throw ArmRouter.notAllowed(request);
        };
    }

    private ArmResponse deleted(ArmRequest request, String subscription, Operation operation) {
        String link = request.base() + "/subscriptions/" + subscription + "/operationresults/" + operation.id()
                + "?api-version=" + request.parameter("api-version").orElse("2021-04-01");
        return OperationRoutes.retryAfter(arm, operation, ArmResponse.empty(202).with("Location", link));
    }
}
