package io.azureccm.common.arm;

import java.util.function.Supplier;

/**
 * Why calls to ARM are made: their urgency, the cause as a word from a small closed set ({@code ServiceAdded}), and the span
 * they belong to. {@code forMany}: many objects wait for them, so they go before calls that only one object waits for.
 * Applies to all calls of a thread inside {@link #within}; code that hands work to another thread must set it there, too.
 */
public record CallReason(CallPriority priority, String cause, CallTrace trace, boolean forMany) {
    /** For calls without a given reason. */
    public static final CallReason UNSTATED = new CallReason(CallPriority.CHANGED, "Unstated");

    private static final ScopedValue<CallReason> CURRENT = ScopedValue.newInstance();

    /** Without its own span: inside other work it belongs to that work's span. */
    public CallReason(CallPriority priority, String cause) {
        this(priority, cause, CallTrace.NONE, false);
    }

    /** The reason of the current thread's work. */
    public static CallReason current() {
        return CURRENT.orElse(UNSTATED);
    }

    /** The same reason for calls that belong to a span. */
    public CallReason below(CallTrace span) {
        return new CallReason(priority, cause, span, forMany);
    }

    /** The same for a call that several objects wait for. */
    public CallReason ofMany() {
        return new CallReason(priority, cause, trace, true);
    }

    /** The same, for calls that are part of work with another reason, and at least as urgent. */
    public CallReason atLeast(CallReason outer) {
        boolean raised = !outer.cause().equals(UNSTATED.cause()) && outer.priority().compareTo(priority) < 0;
        return new CallReason(raised ? outer.priority() : priority, cause, outer.trace(), forMany);
    }

    /** Does the work for this reason. */
    public <T> T within(Supplier<T> work) {
        return ScopedValue.where(CURRENT, inSpan()).call(work::get);
    }

    /** The same for work without a result. */
    public void run(Runnable work) {
        ScopedValue.where(CURRENT, inSpan()).run(work);
    }

    private CallReason inSpan() {
        CallTrace around = current().trace();
        return trace == CallTrace.NONE && around != CallTrace.NONE ? below(around) : this;
    }
}
