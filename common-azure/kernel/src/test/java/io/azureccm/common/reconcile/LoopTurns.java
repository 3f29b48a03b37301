package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;

/** The turns of a loop that is part of a whole controller, made by a test when it wants them in the place of a {@link LoopThread}. */
public final class LoopTurns {
    private final EventLoop<?, ?, ?> loop;

    public LoopTurns(EventLoop<?, ?, ?> loop) {
        this.loop = loop;
    }

    /** This instance leads from now on, or begins anew after a turn that failed. */
    public void begin() {
        if (loop.known() == null) {
            loop.inbox().open();
            loop.dispatcher().open();
        }
        loop.begin();
    }

    /** Makes one turn and returns when the next is due if nothing happens before. */
    public Instant turn() throws InterruptedException {
        loop.inbox().await(Duration.ZERO);
        return loop.turn();
    }

    /** True while something has happened for which no turn has been made. */
    public boolean hasEvents() {
        return loop.inbox().hasEvents();
    }

    /** True while an operation is under way, or has ended and no turn has taken its end. */
    public boolean isBusy() {
        return !loop.dispatcher().startTimes().isEmpty();
    }

    /** True while an operation runs. */
    public boolean isRunning() throws InterruptedException {
        return !loop.dispatcher().awaitIdle(Duration.ZERO);
    }

    /** Nothing is dispatched from now on, and nothing is heard; what is under way goes on. */
    public void stop() {
        loop.dispatcher().close();
        loop.inbox().shut();
    }

    /** How many operations failed in a way that they did not foresee. */
    public long defects() {
        return loop.dispatcher().defects();
    }
}
