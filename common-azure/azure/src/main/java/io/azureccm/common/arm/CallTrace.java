package io.azureccm.common.arm;

/** The span that work belongs to; opaque except for the tracing component. */
public interface CallTrace {
    /** For work that is not traced. */
    CallTrace NONE = new CallTrace() {
    };

    /** In hexadecimal digits; "" if nothing is traced. */
    default String traceId() {
        return "";
    }

    /** The id of the span in the same format. */
    default String spanId() {
        return "";
    }

    /** Whether the trace is recorded: for some work only the decision not to record it is known. */
    default boolean isSampled() {
        return false;
    }
}
