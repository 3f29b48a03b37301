package io.azureccm.common.boot;

import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.queue.QueueListener;
import io.azureccm.common.kube.queue.QueueStats;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The work of an app for one cloud config. Its informers run on every instance; {@link #start} and {@link #stop} alternate with
 * leadership. All methods are called by one thread, except the questions {@link #lastTurn} and {@link #queue}.
 */
public interface ControllerLoop extends AutoCloseable, Explainer {
    /** Opened when the loop was built and not started; started, awaited and closed by the caller. */
    ResourceInformers informers();

    /** This instance leads and the informers are complete: works from now on. Returns at once. */
    void start();

    /**
     * Takes up no further work and waits for writes under way. False if some are still under way after {@code longest}: it is
     * called again then, and not started before it has returned true.
     */
    boolean stop(Duration longest);

    /**
     * When the loop last showed that it is alive: the start of the turn while one is made, otherwise the last moment at which its
     * worker is known to have waited for work. Asks the worker for a new sign of life, which the next call knows of.
     */
    Instant lastTurn();

    /** True while events wait, a turn is made or operations are under way, which may take long without anything being wrong. */
    default boolean isWorking() {
        return false;
    }

    /** Empty for a loop without a queue. */
    Optional<QueueStats> queue();

    /** When the oldest answers were asked for that the loop keeps beside the snapshot, by ARM type. */
    default Map<String, Instant> oldestAnswers() {
        return Map.of();
    }

    /** Who hears what the queue does from now on; asked once, before {@link #start}. */
    default void listen(QueueListener listener) {}

    /** For a plan that is asked for once, instead of {@link #start}; none for a loop that plans nothing. Asked before the informers start. */
    default List<PreviewSource> previews() {
        return List.of();
    }

    @Override
    default Optional<Explanation> explain(String subject) {
        return Optional.empty();
    }

    /** Gives up what was opened, except the informers. */
    @Override
    void close();
}
