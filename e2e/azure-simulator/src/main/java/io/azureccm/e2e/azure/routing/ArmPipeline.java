package io.azureccm.e2e.azure.routing;

import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.Write;
import io.azureccm.e2e.azure.calls.CallLog;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.faults.Faults;
import io.azureccm.e2e.azure.http.Reply;
import io.azureccm.e2e.azure.http.Reply.Delivery;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.Latencies.Drawn;
import io.azureccm.e2e.azure.operations.OperationEnd;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.store.Guids;
import io.azureccm.e2e.azure.throttling.Throttle;
import io.azureccm.e2e.azure.tokens.Tokens;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The stages of every request: route, token, throttle, faults, latency, work, headers, log. */
public final class ArmPipeline {
    private final Parts parts;
    private final FaultStage faultStage;
    /** IDs of requests: separate from those of resources, which must not depend on the number of reads. */
    private final Guids ids = new Guids(1);

    /** The components of the pipeline. */
    public record Parts(ArmService arm, Function<ArmRequest, Route> router, Tokens tokens, Throttle throttle,
            Faults faults, Supplier<Latencies> latencies, CallLog log) {}

    public ArmPipeline(Parts parts) {
        this.parts = parts;
        this.faultStage = new FaultStage(parts.arm(), clock(parts));
    }

    private static SimClock clock(Parts parts) {
        return parts.arm().world().clock();
    }

    /** One request in progress, for the log. */
    private static final class Passage {
        private final Instant start;
        private Route route;
        private String principal = "";
        private List<Fault> faults = List.of();

        private Passage(Instant start) {
            this.start = start;
        }
    }

    public Reply handle(ArmRequest request) {
        Passage passage = new Passage(clock(parts).now());
        Reply reply;
        try {
            reply = answer(request, passage);
        } catch (ArmError error) {
            reply = Reply.whole(common(request, error.response()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reply = Reply.none();
        } catch (RuntimeException e) {
            System.getLogger(ArmPipeline.class.getName())
                    .log(System.Logger.Level.ERROR,
                            "request failed: " + request.method() + " " + request.path(), e);
            reply = Reply.whole(ArmError.of("InternalServerError", e).response());
        }
        record(request, passage, reply);
        return reply;
    }

    private Reply answer(ArmRequest request, Passage passage) throws InterruptedException {
        Route route = parts.router().apply(request);
        passage.route = route;
        boolean arm = isArm(route);
        if (arm)
            passage.principal = parts.tokens().principal(request);
        if (route.kind() != Route.Kind.CONTROL)
            passage.faults = parts.faults()
                    .strike(FaultStage.call(request, route, passage.principal));
        Optional<Reply> refused = faultStage.before(FaultStage.call(request, route, passage.principal), route,
                passage.faults);
        if (refused.isPresent())
            return dressed(request, refused.get());
        Map<String, String> remaining = arm
                ? parts.throttle().admit(request, route, passage.principal)
                : Map.of();
        Drawn times = route.kind() == Route.Kind.CONTROL
                ? Drawn.NOTHING
                : parts.latencies().get().draw(route.verb(), route.type());
        OperationEnd end = faultStage.end(passage.faults);
        faultStage.beforeWrite(route, parts.faults().any(FaultAction.StaleRead.class));
        Supplier<ArmResponse> pending = route.handler().handle(new Write(request, times, end));
        pause(times.reply().plus(faultStage.extra(passage.faults)));
        ArmResponse response = faultStage.look(route, passage.faults, pending);
        Reply reply = faultStage.after(response.withAll(remaining), passage.faults);
        return arm ? dressed(request, reply) : reply;
    }

    private static boolean isArm(Route route) {
        return switch (route.kind()) {
            case READ, WRITE, POLL -> true;
            case TOKEN, METADATA, CONTROL -> false;
        };
    }

    private void pause(Duration time) throws InterruptedException {
        if (!time.isZero())
            clock(parts).pause(time);
    }

    private Reply dressed(ArmRequest request, Reply reply) {
        return reply.delivery() == Delivery.NONE
                ? reply
                : new Reply(common(request, reply.response()), reply.delivery(), reply.bytes());
    }

    /** The response with the headers of every ARM response. */
    private ArmResponse common(ArmRequest request, ArmResponse response) {
        String id = ids.next();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Cache-Control", "no-cache");
        headers.put("Pragma", "no-cache");
        headers.put("Expires", "-1");
        headers.put("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("x-ms-request-id", id);
        headers.put("x-ms-correlation-request-id", request.header("x-ms-correlation-request-id").orElse(id));
        headers.put("x-ms-routing-request-id", "EASTUS:" + clock(parts).now() + ":" + id);
        if (request.header("x-ms-return-client-request-id").filter("true"::equalsIgnoreCase).isPresent())
            request.header("x-ms-client-request-id").ifPresent(own -> headers.put("x-ms-client-request-id", own));
        headers.putAll(response.headers());
        return new ArmResponse(response.status(), headers, response.body(), response.contentType());
    }

    private void record(ArmRequest request, Passage passage, Reply reply) {
        Route route = passage.route == null
                ? new Route(request.isRead() ? Route.Kind.READ : Route.Kind.WRITE, request.method(), "unknown",
                        request.path(), null)
                : passage.route;
        ArmResponse response = reply.response();
        String faults = String.join(", ", passage.faults.stream().map(Fault::name).toList());
        String body = route.kind() == Route.Kind.WRITE ? new String(request.body(), StandardCharsets.UTF_8) : "";
        parts.log()
                .add(new CallRecord(parts.log().nextNumber(), passage.start, route.kind(), route.verb(),
                        route.type(), route.target(), query(request), response.status(), code(response),
                        Duration.between(passage.start, clock(parts).now()).toMillis(), passage.principal,
                        request.header("User-Agent").orElse(""), faults, body));
    }

    private static String query(ArmRequest request) {
        return String.join("&", request.query()
                .entrySet()
                .stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList());
    }

    private static String code(ArmResponse response) {
        return response.status() < 400 ? "" : Json.textOr(Json.parseOrEmpty(response.body()), "", "error", "code");
    }
}
