package io.azureccm.common.kube.informer;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The activity of an informer, for health and log: a problem is logged when it appears, changes and ends. */
final class InformerActivity {
    private static final Logger LOG = LoggerFactory.getLogger(InformerActivity.class);

    private final String resource;
    private final LongSupplier nanoTime;
    private long lastActivity;
    private long lists;
    private long watches;
    private boolean watching;
    private String problem;

    InformerActivity(String resource, LongSupplier nanoTime) {
        this.resource = resource;
        this.nanoTime = nanoTime;
        this.lastActivity = nanoTime.getAsLong();
    }

    synchronized void listed() {
        lists++;
        recordActivity();
        recovered();
    }

    synchronized void watching() {
        watches++;
        watching = true;
        recordActivity();
        recovered();
    }

    synchronized void recordActivity() {
        lastActivity = nanoTime.getAsLong();
    }

    synchronized void watchEnded() {
        watching = false;
    }

    synchronized void closed() {
        watching = false;
        problem = "closed";
    }

    synchronized void problem(String text) {
        if (!Objects.equals(problem, text)) {
            LOG.warn("{}; retrying", text);
        }
        problem = text;
    }

    synchronized InformerStatus status(boolean synced, int objects, Optional<String> unreadable) {
        return new InformerStatus(resource, synced, watching, objects,
                Duration.ofNanos(nanoTime.getAsLong() - lastActivity),
                lists,
                watches, Optional.ofNullable(problem), unreadable);
    }

    private void recovered() {
        if (problem != null) {
            LOG.info("{}: the Kubernetes API responds again", resource);
            problem = null;
        }
    }
}
