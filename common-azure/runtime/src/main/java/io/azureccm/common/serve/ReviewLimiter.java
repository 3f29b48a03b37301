package io.azureccm.common.serve;

import io.azureccm.common.serve.Reviews.ReviewFailed;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Which reviews run at a time. Questions with a positive answer before have room of their own; others share theirs, and those
 * from one address never take all of it. Who finds no room waits in order of arrival, for a limited time.
 */
final class ReviewLimiter {
    private static final int KNOWN = 8;
    private static final int STRANGERS = 8;
    private static final int PER_ADDRESS = 2;

    private record Address(Semaphore room, int users) {}

    private final Duration patience;
    private final Semaphore known = new Semaphore(KNOWN, true);
    private final Semaphore strangers = new Semaphore(STRANGERS, true);
    private final Map<String, Address> addresses = new ConcurrentHashMap<>();

    /** {@code patience} is how long a caller waits for room. */
    ReviewLimiter(Duration patience) {
        this.patience = patience;
    }

    <V> V ask(String address, boolean isKnown, ReviewCache.Question<V> question) throws ReviewFailed {
        if (isKnown)
            return within(known, question);
        Address mine = addresses.compute(address, (key, found) -> found == null
                ? new Address(new Semaphore(PER_ADDRESS, true), 1)
                : new Address(found.room(), found.users() + 1));
        try {
            return within(mine.room(), () -> within(strangers, question));
        } finally {
            addresses.computeIfPresent(address,
                    (key, found) -> found.users() == 1 ? null : new Address(found.room(), found.users() - 1));
        }
    }

    private <V> V within(Semaphore room, ReviewCache.Question<V> question) throws ReviewFailed {
        try {
            if (!room.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS))
                throw new ReviewFailed("too many requests are waiting for a review by the Kubernetes API", true, null);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new ReviewFailed("interrupted while waiting for a review by the Kubernetes API", true, stop);
        }
        try {
            return question.ask();
        } finally {
            room.release();
        }
    }
}
