package io.azureccm.common.resilience;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;

/** One logical call through the gateway, including its pages and polls. {@code action} is "" except for {@code POST}. */
public record ArmCall(Verb verb, ArmId target, String action, CallReason reason) {
    /** A call for the reason of the calling thread's current work. */
    static ArmCall now(Verb verb, ArmId target, String action) {
        return new ArmCall(verb, target, action, CallReason.current());
    }

    /** The operation; GET and LIST are reads, the others are writes. */
    public enum Verb {
        GET, LIST, PUT, DELETE, POST;

        public boolean isRead() {
            return this == GET || this == LIST;
        }
    }

    /** The name of the call in metrics: {@code get}, {@code list}, {@code create_or_update}, {@code delete} or the action. */
    public String method() {
        return switch (verb) {
            case GET -> "get";
            case LIST -> "list";
            case PUT -> "create_or_update";
            case DELETE -> "delete";
            case POST -> action;
        };
    }

    /** For messages: {@code PUT loadBalancers/kubernetes}. */
    public String describe() {
        return verb + " " + target.shortName() + (action.isEmpty() ? "" : "/" + action);
    }
}
