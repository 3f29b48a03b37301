package io.azureccm.common.kube.informer;

import java.time.Duration;
import java.util.List;

/** The informers of an app, started, awaited and closed together. */
public record ResourceInformers(List<ResourceInformer<?>> informers) implements AutoCloseable {
    public ResourceInformers {
        informers = List.copyOf(informers);
    }

    public static ResourceInformers of(ResourceInformer<?>... informers) {
        return new ResourceInformers(List.of(informers));
    }

    public void start() {
        informers.forEach(ResourceInformer::start);
    }

    public boolean synced() {
        return informers.stream().allMatch(ResourceInformer::synced);
    }

    /** Waits until all are synced; false if that took longer than the timeout. */
    public boolean awaitSynced(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (ResourceInformer<?> informer : informers) {
            if (!informer.awaitSynced(Duration.ofNanos(deadline - System.nanoTime())))
                return false;
        }
        return true;
    }

    public List<InformerStatus> status() {
        return informers.stream().map(ResourceInformer::status).toList();
    }

    @Override
    public void close() {
        informers.forEach(ResourceInformer::close);
    }
}
