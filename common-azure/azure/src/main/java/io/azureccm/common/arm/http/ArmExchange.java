package io.azureccm.common.arm.http;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;

/** One HTTP request to ARM as limits count it: a page of a list and a poll of a long-running operation are separate requests. */
public record ArmExchange(Kind kind, ArmId target, CallReason reason) {
    /** The kind of request; the first three are reads. */
    public enum Kind {
        GET, LIST, POLL, PUT, DELETE, POST;

        public boolean isRead() {
            return this == GET || this == LIST || this == POLL;
        }
    }

    /** For messages: {@code PUT loadBalancers/kubernetes}. */
    public String describe() {
        return kind + " " + target.shortName();
    }
}
