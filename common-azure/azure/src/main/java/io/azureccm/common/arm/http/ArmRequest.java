package io.azureccm.common.arm.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import java.net.URI;

/**
 * One HTTP request to ARM. {@code action} names the POST action or is ""; {@code body} may be null; {@code ifMatch} "" sends
 * no If-Match.
 */
public record ArmRequest(Verb verb, ArmId target, String action, URI url, JsonNode body, String ifMatch) {
    private static final String POLL = "poll";

    public enum Verb {
        GET, PUT, DELETE, POST
    }

    public static ArmRequest get(ArmId target, URI url) {
        return new ArmRequest(Verb.GET, target, "", url, null, "");
    }

    /** Polls the long-running operation that this write started. */
    public ArmRequest poll(URI other) {
        return new ArmRequest(Verb.GET, target, POLL, other, null, "");
    }

    /** The name for metrics: the verb, or polls separately. */
    String counted() {
        return isPoll() ? "POLL" : verb.name();
    }

    private boolean isPoll() {
        return verb == Verb.GET && action.equals(POLL);
    }

    /** The same resource from another address: a next page. */
    public ArmRequest follow(URI other) {
        return get(target, other);
    }

    /** Description for users: {@code PUT loadBalancers/kubernetes}. */
    public String describe() {
        return verb + " " + target.shortName() + (action.isEmpty() || isPoll() ? "" : "/" + action);
    }

    /** The permission that ARM checks for this request. */
    String permission() {
        String type = target.type().isEmpty() ? "Microsoft.Resources/subscriptions/resourceGroups" : target.type();
        return type + switch (verb) {
            case GET -> "/read";
            case PUT -> "/write";
            case DELETE -> "/delete";
            case POST -> "/" + action + "/action";
        };
    }

    String server() {
        return ArmEndpoint.server(url);
    }
}
