package io.azureccm.common.config.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks for a changed config in its own thread. It compares contents periodically instead of waiting for file events: a
 * mounted Secret changes by swapping symlinks above the file, and not all kinds of mounts forward events.
 */
public final class CloudConfigWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CloudConfigWatch.class);

    private final CloudConfigReload reload;

    private final Duration interval;

    private final Duration quiet;

    private final CountDownLatch closing = new CountDownLatch(1);

    private final Thread thread;

    private CloudConfigWatch(CloudConfigReload reload, Duration interval, Duration quiet) {
        this.reload = reload;
        this.interval = interval;
        this.quiet = quiet;
        this.thread = Thread.ofVirtual().name("cloud-config-watch").unstarted(this::run);
    }

    /** Starts checking at the interval, and after the quiet time while contents are changing. */
    public static CloudConfigWatch start(CloudConfigReload reload, Duration interval, Duration quiet) {
        CloudConfigWatch watch = new CloudConfigWatch(reload, interval, quiet);
        watch.thread.start();
        return watch;
    }

    private void run() {
        boolean moving = false;
        try {
            while (!closing.await((moving ? quiet : interval).toMillis(), TimeUnit.MILLISECONDS)) {
                moving = check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean check() {
        try {
            return reload.check();
        } catch (RuntimeException e) {
            LOG.error("Cannot check the cloud config for changes, retrying in {}", interval, e);
            return false;
        }
    }

    /** Stops the thread; once this returns, no listener is called any more, except one that closes the watch itself. */
    @Override
    public void close() {
        closing.countDown();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
