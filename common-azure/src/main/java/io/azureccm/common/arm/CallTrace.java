package io.azureccm.common.arm;

/** The span that work belongs to, as only whoever traces understands it. */
public interface CallTrace {
    /** Of work that is not traced. */
    CallTrace NONE = new CallTrace() {
    };

    /** In hexadecimal digits; "" where nothing is traced. */
    default String traceId() {
        return "";
    }

    /** The same of the span. */
    default String spanId() {
        return "";
    }

    /** Whether it is kept: of some work only the decision not to keep it is known. */
    default boolean isSampled() {
        return false;
    }
}
