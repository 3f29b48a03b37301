package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.Write;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.ResourceType.EtagStyle;
import io.azureccm.e2e.azure.types.ResourceType.ShowOptions;
import io.azureccm.e2e.azure.types.compute.ScaleSetInstances;
import io.azureccm.e2e.azure.updates.PatchEffect;
import io.azureccm.e2e.azure.updates.UpdateRules;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Optional;
import java.util.function.Supplier;

/** GET, PUT, PATCH and DELETE of resources that are stored as separate entries. */
record ResourceRoutes(ArmService arm) {
    Optional<Route> route(ArmRequest request, ResourceType type, ResourceId id) {
        if (type.name().equals(ScaleSetInstances.NAME) && !id.name().matches("\\d+"))
            throw ArmError.of("InvalidParameter.notANumber")
                    .target("instanceId");
        String label = ArmRouter.label(type);
        return Optional.of(switch (request.method()) {
            case "GET", "HEAD" -> Route.read("GET", label, id.text(),
                    r -> ArmRouter.found(r, arm.get(id, ArmRouter.expand(r))));
            case "PUT" -> new Route(Route.Kind.WRITE, "PUT", label, id.text(), visit -> put(type, id, visit));
            case "PATCH" -> {
                if (UpdateRules.patch(type.name()) == PatchEffect.NOT_SUPPORTED)
                    throw ArmRouter.notAllowed(request);
                yield new Route(Route.Kind.WRITE, "PATCH", label, id.text(), visit -> patch(type, id, visit));
            }
            case "DELETE" -> new Route(Route.Kind.WRITE, "DELETE", label, id.text(), visit -> {
                Optional<Operation> operation = arm.delete(type, id, visit);
                return () -> deleted(visit.request(), id, operation, !type.has(ResourceType.Trait.DELETE_IS_IMMEDIATE));
            });
            default -> throw ArmRouter.notAllowed(request);
        });
    }

    private Supplier<ArmResponse> put(ResourceType type, ResourceId id, Write visit) {
        Write.Accepted accepted = arm.put(type, id, visit);
        return () -> written(visit.request(), type, id, accepted);
    }

    private Supplier<ArmResponse> patch(ResourceType type, ResourceId id, Write visit) {
        Write.Accepted accepted = arm.patch(type, id, visit);
        return () -> accepted.operation() == null
                ? ArmResponse.json(200, accepted.shown())
                : written(visit.request(), type, id, accepted);
    }

    private ArmResponse written(ArmRequest request, ResourceType type, ResourceId id, Write.Accepted accepted) {
        ObjectNode shown = arm.get(id, ShowOptions.PLAIN);
        return reply(request, id.subscription(), accepted, shown, type.putStatus(accepted.created()),
                type.putIsLongRunning(accepted.created()), type.etagStyle());
    }

    /** The response to an accepted write, or the error if it has failed before the response. */
    ArmResponse reply(ArmRequest request, String subscription, Write.Accepted accepted, ObjectNode shown, int status,
            boolean longRunning, EtagStyle etags) {
        Operation operation = accepted.operation();
        failed(operation);
        ArmResponse response = ArmResponse.json(status, shown);
        if (etags == EtagStyle.COUNTER || etags == EtagStyle.COUNTER_OF_CHANGES)
            response = response.with("ETag", Json.textOr(shown, "", "etag"));
        return longRunning ? OperationRoutes.follow(arm, request, operation, subscription, response) : response;
    }

    private static void failed(Operation operation) {
        if (operation.isDone() && operation.error() != null)
            throw operation.error();
    }

    ArmResponse deleted(ArmRequest request, ResourceId id, Optional<Operation> operation, boolean longRunning) {
        if (operation.isEmpty())
            return ArmResponse.empty(204);
        return arm.settled(() -> {
            failed(operation.get());
            return longRunning
                    ? OperationRoutes.follow(arm, request, operation.get(), id.subscription(), ArmResponse.empty(202))
                    : ArmResponse.empty(200);
        });
    }
}
