package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.RuleHealth;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The URLs for polling long-running writes. */
record OperationRoutes(ArmService arm) {
    /** Begins the ID of an operation that asks for the health of a rule's backends. */
    private static final String HEALTH = "health-";

    Optional<Route> status(ArmRequest request, String kind, String id) {
        boolean result = kind.equalsIgnoreCase("operationResults")
                || request.parameter("monitor").filter("true"::equals).isPresent();
        if (!result && !kind.equalsIgnoreCase("operations") || !request.isRead())
            return Optional.empty();
        return Optional.of(new Route(Route.Kind.POLL, "POLL", "operations", request.path(),
                visit -> () -> result ? result(visit.request(), id, 200) : status(id)));
    }

    Route groupResult(String id) {
        return new Route(Route.Kind.POLL, "POLL", "operations", "operationresults/" + id,
                visit -> () -> result(visit.request(), id, 200));
    }

    /** Accepts to tell the health of a rule's backends, which its location then shows. */
    static ArmResponse healthAsked(ArmService arm, ArmRequest request, ResourceId rule) {
        health(arm, rule);
        String location = arm.view(rule.parent(1), balancer -> Json.textOr(balancer.body(), "", "location"));
        String id = HEALTH + Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(rule.text().getBytes(StandardCharsets.UTF_8));
        ArmResponse accepted = ArmResponse.empty(202)
                .with("Location", request.base() + "/subscriptions/" + rule.subscription()
                        + "/providers/Microsoft.Network/locations/" + location + "/operationResults/" + id
                        + "?api-version=" + request.parameter("api-version").orElse(""));
        int seconds = arm.world().settings().retryAfterSeconds();
        return seconds > 0 ? accepted.with("Retry-After", Integer.toString(seconds)) : accepted;
    }

    private static ObjectNode health(ArmService arm, ResourceId rule) {
        return arm.view(rule.parent(1), balancer -> RuleHealth.of(arm.world(), balancer, rule.name()));
    }

    private ArmResponse healthResult(String id) {
        byte[] rule = Base64.getUrlDecoder().decode(id.substring(HEALTH.length()));
        return ArmResponse.json(200, health(arm, ResourceId.require(new String(rule, StandardCharsets.UTF_8))));
    }

    private Operation find(String id) {
        return arm.operations()
                .find(id)
                .orElseThrow(() -> ArmError.of("NotFound.operation", id));
    }

    private ArmResponse status(String id) {
        return arm.settled(() -> {
            Operation operation = find(id);
            return retryAfter(arm, operation, ArmResponse.json(200, operation.body()));
        });
    }

    private ArmResponse result(ArmRequest request, String id, int done) {
        if (id.startsWith(HEALTH))
            return healthResult(id);
        return arm.settled(() -> {
            Operation operation = find(id);
            if (!operation.isDone()) {
                String self = request.base() + request.path() + "?api-version="
                        + request.parameter("api-version").orElse("")
                        + (request.parameter("monitor").isPresent() ? "&monitor=true" : "");
                return retryAfter(arm, operation, ArmResponse.empty(202).with("Location", self));
            }
            return operation.error() == null
                    ? ArmResponse.empty(done)
                    : ArmResponse.json(409, Json.object().set("error", operation.error().error()));
        });
    }

    static ArmResponse retryAfter(ArmService arm, Operation operation, ArmResponse response) {
        int seconds = arm.world().settings().retryAfterSeconds();
        return operation.isDone() || seconds <= 0 ? response : response.with("Retry-After", Integer.toString(seconds));
    }

    /** Adds the polling URLs to an accepted write. */
    static ArmResponse follow(ArmService arm, ArmRequest request, Operation operation, String subscription,
            ArmResponse response) {
        String version = request.parameter("api-version").orElse("");
        String base = request.base() + "/subscriptions/" + subscription + "/providers/" + operation.target().provider()
                + "/locations/" + operation.target().location();
        String status = base + "/operations/" + operation.id() + "?api-version=" + version;
        ArmResponse followed = response.with("Azure-AsyncOperation", status).with("Azure-AsyncNotification", "Enabled");
        if (operation.verb().equals("DELETE") || request.method().equals("DELETE")
                || request.method().equals("POST"))
            followed = followed.with("Location", operation.target().provider().equalsIgnoreCase("Microsoft.Compute")
                    ? status + "&monitor=true"
                    : base + "/operationResults/" + operation.id() + "?api-version=" + version);
        return retryAfter(arm, operation, followed);
    }
}
