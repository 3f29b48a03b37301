package io.azureccm.common.kube.queue;

import io.azureccm.common.reconcile.BackOff;
import java.time.Duration;

/**
 * Times of a {@link CoalescingQueue}: a key is due when nothing was added to it for {@code idleWindow}, at the latest
 * {@code maxAge} after its first add; {@code retries} are the waits before keys come again that failed.
 */
public record QueueSettings(Duration idleWindow, Duration maxAge, BackOff retries) {
    /** 5 s doubled up to 300 s between retries, as the service controllers of other clouds do. */
    public static QueueSettings windows(Duration idleWindow, Duration maxAge) {
        return new QueueSettings(idleWindow, maxAge,
                BackOff.doubling(Duration.ofSeconds(5), Duration.ofSeconds(300)));
    }

    public QueueSettings {
        if (idleWindow.isNegative())
            throw new IllegalArgumentException("idleWindow is negative: " + idleWindow);
        if (maxAge.compareTo(idleWindow) < 0)
            throw new IllegalArgumentException("maxAge " + maxAge + " is shorter than idleWindow " + idleWindow);
    }
}
