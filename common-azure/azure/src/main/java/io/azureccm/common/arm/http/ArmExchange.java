package io.azureccm.common.arm.http;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;

/** One HTTP request to ARM as limits count it: a page of a list and a poll of a long-running operation are separate requests. */
public record ArmExchange(Kind kind, ArmId target, CallReason reason) {
    /** The kind of request; the first three are reads. */
    public enum Kind {
        GET, LIST, POLL, PUT, DELETE, POST
    }

    public boolean isRead() {
        return kind == Kind.GET || kind == Kind.LIST || kind == Kind.POLL;
    }

    /** For messages: {@code PUT loadBalancers/kubernetes}. */
    public String describe() {
        return kind + " " + target.shortName();
    }

    static ArmExchange of(ArmRequest request, boolean isPoll) {
        return new ArmExchange(isPoll ? Kind.POLL : kind(request), request.target(), CallReason.current());
    }

    private static Kind kind(ArmRequest request) {
        return switch (request.verb()) {
            case GET -> request.target().isCollection() ? Kind.LIST : Kind.GET;
            case PUT -> Kind.PUT;
            case DELETE -> Kind.DELETE;
            case POST -> Kind.POST;
        };
    }
}
