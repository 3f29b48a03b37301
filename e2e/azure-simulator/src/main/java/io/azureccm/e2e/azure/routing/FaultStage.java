package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.Machines;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.faults.Denials;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.faults.FaultCall;
import io.azureccm.e2e.azure.http.Reply;
import io.azureccm.e2e.azure.http.Reply.Delivery;
import io.azureccm.e2e.azure.operations.OperationEnd;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Applies the faults of a request, before and after its work. */
final class FaultStage {
    private final Machines machines;
    private final SimClock clock;
    private final StaleStates stale;

    FaultStage(ArmService arm, SimClock clock) {
        this.machines = new Machines(arm);
        this.clock = clock;
        this.stale = new StaleStates(arm);
    }

    static FaultCall call(ArmRequest request, Route route, String principal) {
        return FaultCall.of(route.verb(), route.type(), route.target(), principal, request.body());
    }

    /** Effects before the work; returns a response if the work is to be skipped. */
    Optional<Reply> before(FaultCall call, Route route, List<Fault> faults) throws InterruptedException {
        for (Fault fault : faults) {
            Reply reply = switch (fault.action()) {
                case FaultAction.Refuse refuse -> Reply.whole(refusal(refuse));
                case FaultAction.Throttle throttle -> Reply.whole(throttled(throttle));
                case FaultAction.ResetBefore() -> Reply.none();
                case FaultAction.Hang(Duration atMost) -> {
                    clock.pause(atMost);
                    yield Reply.none();
                }
                default -> {
                    meddle(route, fault.action());
                    yield Denials.of(fault, call).map(error -> Reply.whole(error.response())).orElse(null);
                }
            };
            if (reply != null)
                return Optional.of(reply);
        }
        return Optional.empty();
    }

    private static ArmResponse refusal(FaultAction.Refuse refuse) {
        return refuse.code().isEmpty()
                ? ArmResponse.empty(refuse.status())
                : new ArmError(refuse.status(), refuse.code(), refuse.message()).response();
    }

    private static ArmResponse throttled(FaultAction.Throttle throttle) {
        ArmError error = new ArmError(429, throttle.code(), "The request is being throttled.");
        return throttle.retryAfter().isEmpty()
                ? error.response()
                : error.header("Retry-After", throttle.retryAfter()).response();
    }

    /** Changes of the state that the client does not request. */
    private void meddle(Route route, FaultAction action) {
        switch (action) {
            case FaultAction.TouchEtag() -> ResourceId.parse(route.target()).ifPresent(machines::touch);
            case FaultAction.MarkFailed(String id) ->
                machines.provisioning(id.isEmpty() ? route.target() : id, "Failed");
            case FaultAction.Drop(String id) -> machines.remove(id);
            case FaultAction.Edit(String id, ObjectNode patch) -> machines.edit(id, patch);
            default -> {
            }
        }
    }

    OperationEnd end(List<Fault> faults) {
        return faults.stream()
                .map(fault -> end(fault.action()))
                .filter(end -> !(end instanceof OperationEnd.Normal))
                .findFirst()
                .orElseGet(OperationEnd.Normal::new);
    }

    private static OperationEnd end(FaultAction action) {
        return switch (action) {
            case FaultAction.StuckOperation() -> new OperationEnd.Stuck();
            case FaultAction.FailOperation(String code, String message) -> new OperationEnd.Fails(
                    new ArmError(409, code, message));
            case FaultAction.CancelOperation() -> new OperationEnd.Fails(
                    new ArmError(409, "Canceled", "Operation was canceled."));
            default -> new OperationEnd.Normal();
        };
    }

    Duration extra(List<Fault> faults) {
        Duration extra = Duration.ZERO;
        for (Fault fault : faults) {
            if (fault.action() instanceof FaultAction.Slow(Duration by))
                extra = extra.plus(by);
        }
        return extra;
    }

    /** Reads the state that the request is to see: an older one for a stale read. */
    ArmResponse look(Route route, List<Fault> faults, Supplier<ArmResponse> pending) {
        for (Fault fault : faults) {
            if (route.kind() == Route.Kind.READ && fault.action() instanceof FaultAction.StaleRead(Duration age))
                return stale.answer(age, pending);
        }
        return pending.get();
    }

    /** Saves the state before a write while there is a fault for stale reads. */
    void beforeWrite(Route route, boolean staleReads) {
        if (staleReads && route.kind() == Route.Kind.WRITE)
            stale.keep();
    }

    /** The response after the faults' effects: all broken resources, and the first other one. */
    Reply after(ArmResponse response, List<Fault> faults) {
        ArmResponse shown = response;
        for (Fault fault : faults) {
            if (fault.action() instanceof FaultAction.Replace replace)
                shown = replaced(shown, replace);
        }
        for (Fault fault : faults) {
            Optional<Reply> changed = after(shown, fault.action());
            if (changed.isPresent())
                return changed.get();
        }
        return Reply.whole(shown);
    }

    private static Optional<Reply> after(ArmResponse response, FaultAction action) {
        Reply reply = switch (action) {
            case FaultAction.ResetAfter() -> Reply.none();
            case FaultAction.RefuseAfter(int status, String code, String message) -> Reply.whole(
                    refusal(new FaultAction.Refuse(status, code, message)));
            case FaultAction.HalfReply() -> new Reply(response, Delivery.HALF, 0);
            case FaultAction.EmptyBody() -> Reply.whole(response.withBody(new byte[0]));
            case FaultAction.MalformedJson() -> Reply.whole(
                    response.withBody("{\"name\": \"half".getBytes(StandardCharsets.UTF_8)));
            case FaultAction.LongBody(long bytes) -> new Reply(response, Delivery.PADDED, bytes);
            case FaultAction.OtherBody(String contentType, String text) -> Reply.whole(new ArmResponse(
                    response.status(), response.headers(), text.getBytes(StandardCharsets.UTF_8), contentType));
            case FaultAction.Header(String name, String value) -> Reply.whole(response.with(name, value));
            case FaultAction.ExpiredToken() -> Reply.whole(expired(response));
            default -> null;
        };
        return Optional.ofNullable(reply);
    }

    private static ArmResponse replaced(ArmResponse response, FaultAction.Replace replace) {
        if (response.body().length == 0)
            return response;
        JsonNode body = Json.parse(new String(response.body(), StandardCharsets.UTF_8));
        if (isOf(body, replace.id()))
            return response.withBody(Json.bytes(replace.in(body)));
        if (body.get("value") instanceof ArrayNode elements) {
            for (int i = 0; i < elements.size(); i++) {
                if (isOf(elements.get(i), replace.id()))
                    elements.set(i, replace.in(elements.get(i)));
            }
        }
        return response.withBody(Json.bytes(body));
    }

    private static boolean isOf(JsonNode resource, String id) {
        return resource.isObject() && id.equalsIgnoreCase(resource.path("id").asText());
    }

    /** Rejects a token although the client believes it to be valid. */
    private static ArmResponse expired(ArmResponse response) {
        String text = new String(response.body(), StandardCharsets.UTF_8);
        if (!(Json.parse(text) instanceof ObjectNode body) || !body.has("access_token"))
            return response;
        body.put("access_token", body.get("access_token").asText() + "x");
        return response.withBody(Json.bytes(body));
    }
}
