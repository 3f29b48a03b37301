package io.azureccm.e2e.azure.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.LatencyFile;
import io.azureccm.e2e.azure.wire.Json;
import java.time.Duration;
import java.util.List;

/**
 * Faults as JSON: {@code {"verb": "PUT", "type": "loadBalancers", "target": "kubernetes", "nth": 1, "count": 1,
 * "probability": 1, "from": "0s", "until": "30s", "action": "refuse", "status": 500, "code": "InternalServerError"}}. What the body
 * has to contain is read by {@link Content#parse}.
 */
public final class FaultJson {
    private FaultJson() {}

    public static Fault parse(JsonNode json) {
        Fault fault = kind(json)
                .client(Json.textOr(json, "", "client"))
                .nth(Json.intOr(json, 1, "nth"))
                .times(Json.intOr(json, Integer.MAX_VALUE, "count"))
                .probability(json.path("probability").asDouble(1));
        if (json.has("from") || json.has("until"))
            return fault.during(duration(json, "from", "0s"), duration(json, "until", "876000h"));
        return fault;
    }

    /** What applies by itself to the requests that Azure would refuse; else what verb, type, target and content say. */
    private static Fault kind(JsonNode json) {
        String type = Json.textOr(json, "*", "type");
        return switch (Json.textOr(json, "", "action")) {
            case "lock" -> Fault.lock(need(json, "scope"), Json.isTrue(json, "deletionsOnly"));
            case "policy" -> Fault.policy(need(json, "name"), type, need(json, "path"), need(json, "value"),
                    Json.isTrue(json, "explained"))
                    .target(Json.textOr(json, "", "target"));
            case "missingLinkedRight" -> Fault.missingLinkedRight(type, need(json, "refersTo"))
                    .target(Json.textOr(json, "", "target"));
            default -> Fault.on(Json.textOr(json, "*", "verb"), type, action(json))
                    .target(Json.textOr(json, "", "target"))
                    .content(Content.parse(json));
        };
    }

    private static String need(JsonNode json, String member) {
        return Json.text(json, member)
                .orElseThrow(() -> new IllegalArgumentException(
                        "the member " + member + " is missing in the fault " + json));
    }

    private static Duration duration(JsonNode json, String member, String fallback) {
        return LatencyFile.duration(Json.textOr(json, fallback, member));
    }

    private static FaultAction action(JsonNode json) {
        String action = Json.textOr(json, "", "action");
        String code = Json.textOr(json, "", "code");
        String message = Json.textOr(json, "A fault was injected.", "message");
        String id = Json.textOr(json, "", "id");
        return switch (action) {
            case "refuse" -> new FaultAction.Refuse(Json.intOr(json, 500, "status"), code, message);
            case "throttle" -> new FaultAction.Throttle(code.isEmpty() ? "TooManyRequests" : code,
                    Json.textOr(json, "", "retryAfter"));
            case "stuckOperation" -> new FaultAction.StuckOperation();
            case "failOperation" ->
                new FaultAction.FailOperation(code.isEmpty() ? "InternalServerError" : code, message);
            case "cancelOperation" -> new FaultAction.CancelOperation();
            case "slow" -> new FaultAction.Slow(duration(json, "by", "1s"));
            case "hang" -> new FaultAction.Hang(duration(json, "by", "10m"));
            case "resetBefore" -> new FaultAction.ResetBefore();
            case "resetAfter" -> new FaultAction.ResetAfter();
            case "refuseAfter" -> new FaultAction.RefuseAfter(Json.intOr(json, 500, "status"), code, message);
            case "halfReply" -> new FaultAction.HalfReply();
            case "emptyBody" -> new FaultAction.EmptyBody();
            case "malformedJson" -> new FaultAction.MalformedJson();
            case "longBody" -> new FaultAction.LongBody(json.path("bytes").asLong(1L << 30));
            case "otherBody" -> new FaultAction.OtherBody(Json.textOr(json, "text/html", "contentType"),
                    Json.textOr(json, "", "text"));
            case "header" -> new FaultAction.Header(Json.textOr(json, "Location", "name"),
                    Json.textOr(json, "", "value"));
            case "touchEtag" -> new FaultAction.TouchEtag();
            case "staleRead" -> new FaultAction.StaleRead(duration(json, "by", "5s"));
            case "markFailed" -> new FaultAction.MarkFailed(id);
            case "drop" -> new FaultAction.Drop(id);
            case "edit" -> new FaultAction.Edit(id,
                    json.get("patch") instanceof ObjectNode patch ? patch : Json.object());
            case "replace" -> new FaultAction.Replace(need(json, "id"), Json.textOr(json, "", "pointer"),
                    json.path("value"));
            case "expiredToken" -> new FaultAction.ExpiredToken();
            default -> throw unknown(action);
        };
    }

    private static IllegalArgumentException unknown(String action) {
        return new IllegalArgumentException("the action of a fault is '" + action
                + "', it must be one of refuse, throttle, stuckOperation, failOperation, cancelOperation, slow, hang,"
                + " resetBefore, resetAfter, refuseAfter, halfReply, emptyBody, malformedJson, longBody, otherBody,"
                + " header, touchEtag, staleRead,"
                + " markFailed, drop, edit, replace, expiredToken, lock, policy, missingLinkedRight");
    }

    public static ArrayNode show(List<Faults.Status> faults) {
        ArrayNode all = Json.array();
        for (Faults.Status status : faults) {
            Fault fault = status.fault();
            all.addObject()
                    .put("id", status.id())
                    .put("verb", fault.verb())
                    .put("type", fault.type())
                    .put("target", fault.target().pattern())
                    .put("client", fault.client())
                    .put("content", fault.content().toString())
                    .put("nth", fault.nth())
                    .put("count", fault.count())
                    .put("probability", fault.probability())
                    .put("action", fault.action().toString())
                    .put("matched", status.matched())
                    .put("fired", status.fired());
        }
        return all;
    }
}
