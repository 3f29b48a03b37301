package io.azureccm.common.arm;

import java.util.function.Supplier;

/**
 * Why calls to ARM are made: how urgent they are, and the cause as a word of a small closed set ({@code ServiceAdded}). It holds
 * for all calls of a thread inside {@link #within}; whoever hands work to another thread hands it on.
 */
public record CallReason(CallPriority priority, String cause) {
    /** Of calls whose maker gave no reason. */
    public static final CallReason UNSTATED = new CallReason(CallPriority.CHANGED, "Unstated");

    private static final ScopedValue<CallReason> CURRENT = ScopedValue.newInstance();

    /** The reason of the work this thread is doing. */
    public static CallReason current() {
        return CURRENT.orElse(UNSTATED);
    }

    /** Does the work for this reason. */
    public <T> T within(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** The same for work without a result. */
    public void run(Runnable work) {
        ScopedValue.where(CURRENT, this).run(work);
    }
}
