package io.azureccm.common.kube.informer;

import io.azureccm.common.kube.informer.Listing.Unreadable;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a trimmed copy of one kind of object up to date and notifies listeners of each change. It lists, then watches from
 * that version. A watch that ends, fails or falls silent is reopened where it stopped; if the version has expired on the
 * server, everything is listed again. It retries until closed, however long the API is unreachable.
 */
public final class ResourceInformer<T extends HasMetadata> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceInformer.class);
    private static final int EMPTY_WATCHES_BEFORE_RELIST = 3;
    private static final Duration SHORT_WATCH = Duration.ofSeconds(1);

    private final String name;
    private final InformerSettings settings;
    private final ListWatchClient<T> client;
    private final ResourceStore<T> cache = new ResourceStore<>();
    private final InformerActivity activity;
    private final LongSupplier nanoTime;
    private final CountDownLatch synced = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean closed;
    private String version = "";
    private int emptyWatches;

    /** An informer of the objects in scope; {@code trim} removes in place what should not be cached. Must be started to run. */
    public ResourceInformer(KubernetesClient client, Class<T> type, InformerScope scope, Consumer<? super T> trim,
            InformerSettings settings) {
        this(client, type, scope, trim, settings, System::nanoTime);
    }

    /** The same with another clock for the silence limit, in nanoseconds. */
    ResourceInformer(KubernetesClient client, Class<T> type, InformerScope scope, Consumer<? super T> trim,
            InformerSettings settings, LongSupplier nanoTime) {
        ApiPath path = ApiPath.of(type, scope);
        this.name = HasMetadata.getPlural(type);
        this.settings = settings;
        this.client = new ListWatchClient<>(client, path, new ObjectReader<>(type, trim), settings);
        this.nanoTime = nanoTime;
        this.activity = new InformerActivity(name, nanoTime);
        this.thread = Thread.ofVirtual().name("informer-" + name).unstarted(this::run);
    }

    /** Listeners added before the start receive every object; later ones only receive changes from then on. */
    public ResourceInformer<T> listen(ResourceListener<? super T> listener) {
        cache.listen(listener);
        return this;
    }

    public ResourceInformer<T> start() {
        thread.start();
        return this;
    }

    public ResourceStore<T> store() {
        return cache;
    }

    /** Whether the first list has been delivered to the listeners. */
    public boolean synced() {
        return synced.getCount() == 0;
    }

    public boolean awaitSynced(Duration timeout) throws InterruptedException {
        return synced.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    public InformerStatus status() {
        return activity.status(synced(), cache.size(), cache.unreadable());
    }

    /** Ends the watch; afterwards no listener is called, except by a call in progress on the informer's own thread. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        if (Thread.currentThread() == thread || thread.getState() == Thread.State.NEW)
            return;
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        int failures = 0;
        while (!closed) {
            try {
                if (version.isEmpty())
                    relist();
                boolean useful = watch();
                failures = useful ? 0 : failures + 1;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            } catch (InformerException e) {
                failures = e.isGone() && failures == 0 ? 1 : failures + 1;
                failed(e);
            } catch (RuntimeException e) {
                failures++;
                failed(new InformerException(0, "the informer of " + name + " failed: " + e, e));
            }
            if (failures > 0 && !pause(failures))
                break;
        }
        activity.closed();
    }

    private void failed(InformerException e) {
        if (e.isGone()) {
            LOG.debug("{}: version {} has expired, listing again", name, version);
            version = "";
        } else {
            activity.problem(e.getMessage());
        }
    }

    private void relist() throws InformerException, InterruptedException {
        Listing<T> listing = client.list();
        activity.listed();
        cache.replace(listing);
        version = listing.version();
        emptyWatches = 0;
        synced.countDown();
    }

    /** Watches until the watch ends; false if it ended at once without any event. */
    private boolean watch() throws InformerException, InterruptedException {
        long opened = nanoTime.getAsLong();
        boolean recordActivity = false;
        try (ListWatchClient<T>.Watching watch = client.watch(version)) {
            activity.watching();
            long quietSince = nanoTime.getAsLong();
            while (!closed) {
                WatchSignal<T> signal = watch.next(untilTakenForDead(quietSince));
                if (signal instanceof WatchSignal.Ended<T>)
                    break;
                if (signal instanceof WatchSignal.Quiet<T>) {
                    if (nanoTime.getAsLong() - quietSince >= settings.quietLimit().toNanos()) {
                        LOG.info("{}: no event for {}, reopening the watch", name, settings.quietLimit());
                        break;
                    }
                    continue;
                }
                recordActivity = true;
                quietSince = nanoTime.getAsLong();
                activity.recordActivity();
                apply(signal);
            }
        } finally {
            activity.watchEnded();
        }
        return recordActivity || lasted(opened);
    }

    private boolean lasted(long opened) {
        if (nanoTime.getAsLong() - opened >= SHORT_WATCH.toNanos())
            return true;
        // Some proxies respond to an expired version by closing the watch at once instead of with 410.
        if (++emptyWatches >= EMPTY_WATCHES_BEFORE_RELIST)
            version = "";
        return false;
    }

    private void apply(WatchSignal<T> signal) {
        switch (signal) {
            case WatchSignal.Present<T>(T object) -> {
                cache.put(object);
                advanceTo(object.getMetadata().getResourceVersion());
            }
            case WatchSignal.Absent<T>(T object) -> {
                cache.remove(object);
                advanceTo(object.getMetadata().getResourceVersion());
            }
            case WatchSignal.Unread<T>(Unreadable object, boolean gone) -> {
                if (gone) {
                    cache.removeUnread(object);
                } else {
                    cache.putUnread(object);
                }
                advanceTo(object.version());
            }
            case WatchSignal.Passed<T>(String at) -> advanceTo(at);
            case WatchSignal.Quiet<T> quiet -> {
            }
            case WatchSignal.Ended<T> ended -> {
            }
        }
    }

    private void advanceTo(String seen) {
        if (seen != null && !seen.isEmpty())
            version = seen;
    }

    private Duration untilTakenForDead(long quietSince) {
        return Duration.ofNanos(
                Math.max(0, quietSince + settings.quietLimit().toNanos() - nanoTime.getAsLong()));
    }

    private boolean pause(int failures) {
        long millis = settings.retryDelay(failures).toMillis();
        try {
            Thread.sleep(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
