package io.azureccm.common.arm;

import io.azureccm.common.core.ArmId;
import java.time.Instant;

/** The queue of calls that wait for permits, as seen by a component that knows what else is pending. Thread-safe. */
@FunctionalInterface
public interface CallQueue {
    /** For calls that do not wait. */
    CallQueue NONE = urgent -> {};

    /**
     * From now on calls less urgent than this do not wait for a permit, and waiting ones are held back: they would delay
     * something more urgent. {@link CallPriority#BACKGROUND} lets all calls wait again.
     */
    void yieldTo(CallPriority urgent);

    /** Replaces the listener for calls that have to wait for some seconds. */
    default void listen(WaitListener listener) {
        // Nothing waits.
    }

    /** Receives each delayed call once. Called by the waiting thread; must return quickly. */
    @FunctionalInterface
    interface WaitListener {
        /** {@code call} such as {@code PUT loadBalancers/kubernetes}; {@code until} is an estimate; {@code why} ends a sentence. */
        void waits(ArmId target, String call, Instant until, String why);
    }
}
