package io.azureccm.common.kube.informer;

import java.time.Duration;
import java.util.List;

/** The feeds of an app, started, awaited and closed together. */
public record ResourceInformers(List<ResourceInformer<?>> feeds) implements AutoCloseable {
    public ResourceInformers {
        feeds = List.copyOf(feeds);
    }

    public static ResourceInformers of(ResourceInformer<?>... feeds) {
        return new ResourceInformers(List.of(feeds));
    }

    public void start() {
        feeds.forEach(ResourceInformer::start);
    }

    public boolean synced() {
        return feeds.stream().allMatch(ResourceInformer::synced);
    }

    /** Waits until all are synced; false if that took longer than the timeout. */
    public boolean awaitSynced(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (ResourceInformer<?> feed : feeds) {
            if (!feed.awaitSynced(Duration.ofNanos(deadline - System.nanoTime())))
                return false;
        }
        return true;
    }

    public List<InformerStatus> status() {
        return feeds.stream().map(ResourceInformer::status).toList();
    }

    @Override
    public void close() {
        feeds.forEach(ResourceInformer::close);
    }
}
