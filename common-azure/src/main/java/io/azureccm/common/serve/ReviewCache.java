package io.azureccm.common.serve;

import io.azureccm.common.serve.Reviews.NoAnswer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Caches up to a thousand results for a limited time. Concurrent requests for the same key share one query; a failed query is
 * repeated by the next request.
 */
final class ReviewCache<K, V> {
    private static final int MAX_ANSWERS = 1_000;

    /** Fetches a result that is not cached. */
    interface Question<V> {
        V ask() throws NoAnswer;
    }

    private record Kept<V>(CompletableFuture<V> answer, long until) {}

    private final Function<V, Duration> ttl;
    private final LongSupplier nanoTime;
    private final Map<K, Kept<V>> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Kept<V>> eldest) {
            return size() > MAX_ANSWERS;
        }
    };

    /** {@code ttl} returns how long a result is cached. */
    ReviewCache(Function<V, Duration> ttl, LongSupplier nanoTime) {
        this.ttl = ttl;
        this.nanoTime = nanoTime;
    }

    V get(K key, Question<V> question) throws NoAnswer {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> asked = join(key, mine);
        if (asked != mine)
            return await(asked);
        try {
            V answer = question.ask();
            keep(key, new Kept<>(mine, nanoTime.getAsLong() + ttl.apply(answer).toNanos()));
            mine.complete(answer);
            return answer;
        } catch (NoAnswer | RuntimeException failed) {
            forget(key, mine);
            mine.completeExceptionally(failed);
            throw failed;
        }
    }

    private synchronized CompletableFuture<V> join(K key, CompletableFuture<V> mine) {
        Kept<V> found = known.get(key);
        if (found != null && (!found.answer().isDone() || nanoTime.getAsLong() - found.until() < 0))
            return found.answer();
        known.put(key, new Kept<>(mine, 0));
        return mine;
    }

    private synchronized void keep(K key, Kept<V> entry) {
        known.put(key, entry);
    }

    private synchronized void forget(K key, CompletableFuture<V> mine) {
        Kept<V> found = known.get(key);
        if (found != null && found.answer() == mine)
            known.remove(key);
    }

    private static <V> V await(CompletableFuture<V> asked) throws NoAnswer {
        try {
            return asked.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof NoAnswer none)
                throw none;
            throw failed;
        }
    }
}
