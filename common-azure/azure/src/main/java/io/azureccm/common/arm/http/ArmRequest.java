package io.azureccm.common.arm.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.core.ArmId;
import java.net.URI;

/**
 * One HTTP request to ARM. {@code action} names the POST action or is ""; {@code body} may be null; {@code ifMatch} "" sends
 * no If-Match.
 */
public record ArmRequest(Kind kind, ArmId target, String action, URI url, JsonNode body, String ifMatch) {
    public static ArmRequest get(ArmId target, URI url) {
        return new ArmRequest(target.isCollection() ? Kind.LIST : Kind.GET, target, "", url, null, "");
    }

    /** Polls the long-running operation that this write started. */
    public ArmRequest poll(URI other) {
        return new ArmRequest(Kind.POLL, target, "", other, null, "");
    }

    /** The name for metrics: the method of HTTP, or polls separately. */
    String counted() {
        return kind == Kind.POLL ? kind.name() : method();
    }

    String method() {
        return kind.isRead() ? "GET" : kind.name();
    }

    /** The same resource from another address: a next page. */
    public ArmRequest follow(URI other) {
        return get(target, other);
    }

    /** Description for users: {@code PUT loadBalancers/kubernetes}. */
    public String describe() {
        return method() + " " + target.shortName() + (action.isEmpty() ? "" : "/" + action);
    }

    /** The permission that ARM checks for this request. */
    String permission() {
        String type = target.type().isEmpty() ? "Microsoft.Resources/subscriptions/resourceGroups" : target.type();
        return type + switch (kind) {
            case GET, LIST, POLL -> "/read";
            case PUT -> "/write";
            case DELETE -> "/delete";
            case POST -> "/" + action + "/action";
        };
    }

    String server() {
        return ArmEndpoint.server(url);
    }
}
