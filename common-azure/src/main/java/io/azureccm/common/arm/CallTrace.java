package io.azureccm.common.arm;

/** The span that work belongs to, as only whoever traces understands it. */
public interface CallTrace {
    /** Of work that is not traced. */
    CallTrace NONE = new CallTrace() {
    };
}
