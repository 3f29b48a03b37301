package io.azureccm.common.kube.queue;

import java.time.Duration;

/**
 * A key handed to a worker with all that was merged into it. {@code failures} counts the retries since the last
 * {@link CoalescingQueue#forget}; {@code age} is the time since the first add. The worker must call
 * {@link CoalescingQueue#done} whatever happens.
 */
public record Work<K, V>(K key, V value, Priority priority, int failures, Duration age) {}
