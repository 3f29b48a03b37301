package io.azureccm.common.kube.informer;

import io.azureccm.common.reconcile.BackOff;
import java.time.Duration;

/**
 * Times and sizes of a {@link ResourceInformer}.
 *
 * @param pageSize objects per page of a list; zero for one page
 * @param listTimeout how long one page may take
 * @param watchTimeout how long the server shall keep a watch; the informer asks for up to twice as much, at random
 * @param quietLimit a watch on which nothing came for so long, not even a bookmark (one a minute), is taken for dead
 * @param retryBase wait before the first new attempt, doubled up to {@code retryCap}
 * @param retryCap longest wait between attempts
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
