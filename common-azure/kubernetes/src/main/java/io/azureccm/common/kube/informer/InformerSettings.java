package io.azureccm.common.kube.informer;

import io.azureccm.common.reconcile.BackOff;
import java.time.Duration;

/**
 * Times and sizes of a {@link ResourceInformer}.
 *
 * @param pageSize     objects per page of a list; zero for one page
 * @param listTimeout  how long one page may take
 * @param watchTimeout how long the server should keep a watch open; the informer requests up to twice as much, at random
 * @param quietLimit   a watch without any event for this time, not even a bookmark (one a minute), counts as dead
 * @param retryBase    delay before the first retry, doubled up to {@code retryCap}
 * @param retryCap     longest delay between attempts
 */
public record InformerSettings(int pageSize, Duration listTimeout, Duration watchTimeout,
        Duration quietLimit,
        Duration retryBase, Duration retryCap) {
    public static final InformerSettings DEFAULTS = new InformerSettings(500, Duration.ofSeconds(60),
            Duration.ofMinutes(5), Duration.ofSeconds(150), Duration.ofMillis(800), Duration.ofSeconds(30));

    Duration retryDelay(int failures) {
        return BackOff.doubling(retryBase, retryCap).delay(failures);
    }
}
