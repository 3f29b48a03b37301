package io.azureccm.common.serve;

import io.azureccm.common.core.shared.LruMap;
import io.azureccm.common.serve.Reviews.ReviewFailed;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Caches up to a thousand positive results for a limited time, and as many others. Questions with other results never displace
 * those with positive ones, which are remembered as known beyond that time. Concurrent requests for the same key share one
 * query; a failed query is repeated by the next request.
 */
final class ReviewCache<K, V> {
    private static final int MAX_ANSWERS = 1_000;

    /** Fetches a result that is not cached. */
    interface Question<V> {
        V ask() throws ReviewFailed;
    }

    /** Fetches a result that is not cached; {@code known} if the last one was positive. */
    interface Review<V> {
        V ask(boolean known) throws ReviewFailed;
    }

    private record Kept<V>(CompletableFuture<V> response, long until) {}

    private record Joined<V>(CompletableFuture<V> response, boolean known) {}

    private final Predicate<V> positive;
    private final Function<V, Duration> ttl;
    private final LongSupplier nanoTime;
    private final Map<K, Kept<V>> known = new LruMap<>(MAX_ANSWERS);
    private final Map<K, Kept<V>> others = new LruMap<>(MAX_ANSWERS);

    /** {@code ttl} returns how long a result is cached. */
    ReviewCache(Predicate<V> positive, Function<V, Duration> ttl, LongSupplier nanoTime) {
        this.positive = positive;
        this.ttl = ttl;
        this.nanoTime = nanoTime;
    }

    V get(K key, Review<V> review) throws ReviewFailed {
        CompletableFuture<V> mine = new CompletableFuture<>();
        Joined<V> joined = join(key, mine);
        if (joined.response() != mine)
            return await(joined.response());
        try {
            V response = review.ask(joined.known());
            keep(key, mine, response);
            mine.complete(response);
            return response;
        } catch (ReviewFailed | RuntimeException | Error failed) {
            forget(key, mine);
            mine.completeExceptionally(failed);
            throw failed;
        }
    }

    private synchronized Joined<V> join(K key, CompletableFuture<V> mine) {
        boolean isKnown = known.containsKey(key);
        Map<K, Kept<V>> place = isKnown ? known : others;
        Kept<V> found = place.get(key);
        if (found != null && (!found.response().isDone() || nanoTime.getAsLong() - found.until() < 0))
            return new Joined<>(found.response(), isKnown);
        place.put(key, new Kept<>(mine, nanoTime.getAsLong()));
        return new Joined<>(mine, isKnown);
    }

    private synchronized void keep(K key, CompletableFuture<V> mine, V response) {
        known.remove(key);
        others.remove(key);
        (positive.test(response) ? known : others).put(key,
                new Kept<>(mine, nanoTime.getAsLong() + ttl.apply(response).toNanos()));
    }

    /** A known key stays known: the entry that failed is over at once. */
    private synchronized void forget(K key, CompletableFuture<V> mine) {
        Kept<V> found = others.get(key);
        if (found != null && found.response() == mine)
            others.remove(key);
    }

    private static <V> V await(CompletableFuture<V> asked) throws ReviewFailed {
        try {
            return asked.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof ReviewFailed none)
                throw none;
            throw failed;
        }
    }
}
