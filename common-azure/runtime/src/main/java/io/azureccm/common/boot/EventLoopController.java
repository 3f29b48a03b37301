package io.azureccm.common.boot;

import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.reconcile.LoopListener;
import io.azureccm.common.reconcile.LoopStats;
import io.azureccm.common.reconcile.LoopThread;
import io.azureccm.common.record.Recordable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A controller with one event loop, which gives its signs of life, its figures, its explanations and its previews. */
public abstract class EventLoopController implements ControllerLoop {
    /** The loop: what it watches, the thread of its turns, and what shows them. {@code preview}: one that knows the plans from then on. */
    public record Parts(ResourceInformers informers, LoopThread thread, Explainer explainer,
            Recordable<?, ?, ?> recordable, Supplier<PreviewSource> preview) {}

    protected abstract Parts parts();

    @Override
    public final ResourceInformers informers() {
        return parts().informers();
    }

    @Override
    public final Explainer explainer() {
        return parts().explainer();
    }

    @Override
    public final Instant lastTurn() {
        return parts().thread().lastTurn();
    }

    @Override
    public final boolean isWorking() {
        return !parts().thread().isIdle();
    }

    @Override
    public final Optional<LoopStats> stats() {
        return Optional.of(parts().thread().stats());
    }

    @Override
    public final void listen(LoopListener listener) {
        parts().thread().listen(listener);
    }

    @Override
    public final List<Recordable<?, ?, ?>> recordables() {
        return List.of(parts().recordable());
    }

    @Override
    public final List<PreviewSource> previews() {
        return List.of(parts().preview().get());
    }
}
