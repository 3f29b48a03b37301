package io.azureccm.common.boot;

import io.azureccm.common.kube.feed.ResourceFeeds;
import io.azureccm.common.kube.queue.QueueStats;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The work of an app for one cloud config. Its feeds run on every instance; {@link #start} and {@link #stop} alternate with
 * leadership. All methods are called by one thread, except the questions {@link #lastTurn} and {@link #queue}.
 */
public interface ControllerLoop extends AutoCloseable {
    /** Opened when the loop was built and not started; started, awaited and closed by the caller. */
    ResourceFeeds feeds();

    /** This instance leads and the feeds are complete: works from now on. Returns at once. */
    void start();

    /**
     * Takes up no further work and waits for writes under way. False if some are still under way after {@code longest}: it is
     * called again then, and not started before it has returned true.
     */
    boolean stop(Duration longest);

    /** When the loop last showed that it is alive: now while it waits for work, the start of a pass while one runs. */
    Instant lastTurn();

    /** Empty for a loop without a queue. */
    Optional<QueueStats> queue();

    /** Gives up what was opened, except the feeds. */
    @Override
    void close();
}
