package io.azureccm.common.arm;

import java.util.function.Supplier;

/**
 * Why calls to ARM are made: how urgent they are, the cause as a word of a small closed set ({@code ServiceAdded}), and the span
 * they belong to; {@code forMany}: so many objects wait for them that they go before calls that only one waits for. It holds for all calls of a thread inside {@link #within}; whoever hands work to another thread hands it on.
 */
public record CallReason(CallPriority priority, String cause, CallTrace trace, boolean forMany) {
    /** Of calls whose maker gave no reason. */
    public static final CallReason UNSTATED = new CallReason(CallPriority.CHANGED, "Unstated");

    private static final ScopedValue<CallReason> CURRENT = ScopedValue.newInstance();

    /** Of no span of its own: inside other work it belongs to the span of that. */
    public CallReason(CallPriority priority, String cause) {
        this(priority, cause, CallTrace.NONE, false);
    }

    /** The reason of the work this thread is doing. */
    public static CallReason current() {
        return CURRENT.orElse(UNSTATED);
    }

    /** The same reason for calls that belong to a span. */
    public CallReason below(CallTrace span) {
        return new CallReason(priority, cause, span, forMany);
    }

    public CallReason forMany(boolean many) {
        return new CallReason(priority, cause, trace, many);
    }

    /** The same, for calls that belong to the work that is done for another reason, and as urgent as that at least. */
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
