package io.azureccm.common.arm;

import io.azureccm.common.core.ArmId;
import java.time.Instant;

/** Where calls wait for their turn, as somebody sees it who knows what else is to be done. Thread-safe. */
@FunctionalInterface
public interface CallQueue {
    /** For calls that do not wait. */
    CallQueue NONE = urgent -> {};

    /**
     * From now on calls less urgent than this do not wait for their turn, and those that wait are kept back: what they belong to
     * would hold up something more urgent. {@link CallPriority#BACKGROUND} lets all wait again.
     */
    void makeWayFor(CallPriority urgent);

    /** Tells this listener, and no other, from now on of calls that have to wait for some seconds. */
    default void listen(WaitListener listener) {
        // Nothing waits.
    }

    /** Hears of a call, once, that its turn comes later. Called by the thread that waits; must be quick. */
    @FunctionalInterface
    interface WaitListener {
        /** {@code call} such as {@code PUT loadBalancers/kubernetes}; {@code until} is an estimate; {@code why} ends a sentence. */
        void waits(ArmId target, String call, Instant until, String why);
    }
}
