package io.azureccm.common.boot;

import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.reconcile.LoopListener;
import io.azureccm.common.reconcile.LoopStats;
import io.azureccm.common.reconcile.LoopThread;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A controller with one event loop, which gives its signs of life, its figures, its explanations and its previews. */
public abstract class EventLoopController implements ControllerLoop {
    protected abstract LoopThread loop();

    @Override
    public abstract Explainer explainer();

    /** A preview that knows the plans from now on. */
    protected abstract PreviewSource preview();

    @Override
    public final Instant lastTurn() {
        return loop().lastTurn();
    }

    @Override
    public final boolean isWorking() {
        return !loop().isIdle();
    }

    @Override
    public final Optional<LoopStats> stats() {
        return Optional.of(loop().stats());
    }

    @Override
    public final void listen(LoopListener listener) {
        loop().listen(listener);
    }

    @Override
    public final List<PreviewSource> previews() {
        return List.of(preview());
    }
}
