package io.azureccm.common.boot;

import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.reconcile.LoopListener;
import io.azureccm.common.reconcile.LoopStats;
import io.azureccm.common.record.Recordable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The work of an app for one cloud config. Its informers run on every instance; {@link #start} and {@link #stop} follow
 * leadership. One thread calls all methods, except {@link #lastTurn}, {@link #isWorking} and {@link #stats}, which any thread may call.
 */
public interface ControllerLoop extends AutoCloseable {
    /** Created with the loop but not started; the caller starts, awaits and closes them. */
    ResourceInformers informers();

    /** Starts the work: this instance leads and the informers are synced. Returns at once. */
    void start();

    /**
     * Takes no further work and waits for writes in flight. Returns false if writes are still in flight after
     * {@code longest}; the caller then calls it again, and does not start the loop before it has returned true.
     */
    boolean stop(Duration longest);

    /**
     * When the loop last showed that it is alive: the start of the current turn, or otherwise the last time its worker was
     * seen waiting for work. Each call also requests a new sign of life from the worker, which the next call returns.
     */
    Instant lastTurn();

    /** True while events are queued, a turn runs or operations are in flight; this may take long without anything being wrong. */
    default boolean isWorking() {
        return false;
    }

    /** Its events and operations; empty for a loop that has none. */
    default Optional<LoopStats> stats() {
        return Optional.empty();
    }

    /** The time of the oldest response that the loop keeps outside the snapshot, by ARM type. */
    default Map<String, Instant> oldestAnswers() {
        return Map.of();
    }

    /** The resources in responses that the loop keeps outside the snapshot that cannot be read. */
    default List<UnreadableResource> unreadable() {
        return List.of();
    }

    /** Registers the listener of turns and operations; called once, before {@link #start}. */
    default void listen(LoopListener listener) {}

    /**
     * The sources of a one-time plan, made instead of calling {@link #start}; empty for a loop that plans nothing. Called
     * before the informers start.
     */
    default List<PreviewSource> previews() {
        return List.of();
    }

    /** The loops whose turns can be recorded and replayed, each with its own name. */
    default List<Recordable<?, ?, ?>> recordables() {
        return List.of();
    }

    /** Explains objects by what the last turn knew; it knows nothing while this instance does not lead. */
    default Explainer explainer() {
        return Explainer.NONE;
    }

    /** Releases what the loop opened, except the informers. */
    @Override
    void close();
}
