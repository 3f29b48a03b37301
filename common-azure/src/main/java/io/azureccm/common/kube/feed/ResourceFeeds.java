package io.azureccm.common.kube.feed;

import java.time.Duration;
import java.util.List;

/** The feeds of an app, started, awaited and closed together. */
public record ResourceFeeds(List<ResourceFeed<?>> feeds) implements AutoCloseable {
    public ResourceFeeds {
        feeds = List.copyOf(feeds);
    }

    public static ResourceFeeds of(ResourceFeed<?>... feeds) {
        return new ResourceFeeds(List.of(feeds));
    }

    public void start() {
        feeds.forEach(ResourceFeed::start);
    }

    public boolean synced() {
        return feeds.stream().allMatch(ResourceFeed::synced);
    }

    /** Waits until all are synced; false if that took longer than the timeout. */
    public boolean awaitSynced(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (ResourceFeed<?> feed : feeds) {
            if (!feed.awaitSynced(Duration.ofNanos(deadline - System.nanoTime())))
                return false;
        }
        return true;
    }

    public List<FeedStatus> status() {
        return feeds.stream().map(ResourceFeed::status).toList();
    }

    @Override
    public void close() {
        feeds.forEach(ResourceFeed::close);
    }
}
