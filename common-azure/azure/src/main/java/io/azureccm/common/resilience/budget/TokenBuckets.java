package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchangeGate.Response;
import io.azureccm.common.resilience.budget.TokenBucket.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Manages the buckets and the requests that wait for them. A request takes one call from each of its buckets at once, or
 * waits; no request takes a call that an earlier one could take. All times are readings of one monotonic clock. Not
 * thread-safe.
 */
final class TokenBuckets {
    private static final int STEPS = CallPriority.values().length - 1;
    private static final int SWEEP_EVERY = 256;
    /**
     * The reserve of a large bucket that fills slowly must not delay less urgent requests for minutes after the bucket was
     * emptied.
     */
    private static final Duration MAX_TO_FILL_RESERVE = Duration.ofSeconds(10);

    /**
     * After Azure has throttled, a bucket starts empty and fills slowly: requests that wait for it to open do not also wait
     * for the reserve of more urgent ones that do not exist.
     */
    private static final Duration MAX_TO_FILL_RESERVE_AFTER_REFUSAL = Duration.ofSeconds(1);

    /** Requests of a priority that found no calls for this time go before all others, one call at a time. */
    static final Duration MAX_WITHOUT = Duration.ofMinutes(5);

    private final BudgetSettings settings;
    private final Map<BucketKey, TokenBucket> buckets = new HashMap<>();
    private final TreeSet<PermitRequest> waiting = new TreeSet<>();
    private final Map<BucketKey, Map<String, Long>> used = new HashMap<>();
    /** Since when requests of a priority have been held back for lack of these calls without any of them being sent. */
    private final Map<BucketKey, Map<CallPriority, Long>> without = new HashMap<>();
    private final Set<BucketKey> families = new HashSet<>();
    private final List<BucketKey> news = new ArrayList<>();
    private volatile boolean hasNewLimits;
    private long asked;

    TokenBuckets(BudgetSettings settings) {
        this.settings = settings;
    }

    /** Requests a permit; granted at once if nothing is short and no request waits before it. */
    PermitRequest request(ArmExchange exchange, long now) {
        if (++asked % SWEEP_EVERY == 0)
            sweep(now);
        Map<BucketKey, TokenBucket> counting = new LinkedHashMap<>();
        BucketKey.of(exchange).forEach(key -> counting.put(key, bucket(key, now)));
        PermitRequest permit = new PermitRequest(exchange, counting, asked,
                isOverdue(counting.keySet(), exchange, now));
        boolean isFirst = waiting.isEmpty();
        if (isFirst && grant(permit, now))
            return permit;
        waiting.add(permit);
        if (!isFirst)
            dispatch(now);
        return permit;
    }

    /** Grants permits to all requests whose turn it is. */
    void dispatch(long now) {
        waiting.removeIf(permit -> grant(permit, now));
    }

    /** Withdraws a waiting request. */
    void leave(PermitRequest permit) {
        waiting.remove(permit);
    }

    /** Holds back a request that has waited in vain. While Azure itself throttles, no priority is at a disadvantage. */
    void keepBack(PermitRequest permit, long now) {
        leave(permit);
        permit.buckets().forEach((key, bucket) -> {
            if (!bucket.isClosed(now) && !bucket.has(floor(permit, bucket, now), now)) {
                without.computeIfAbsent(key.family(), same -> new HashMap<>())
                        .putIfAbsent(permit.exchange().reason().priority(), now);
            }
        });
    }

    private boolean isOverdue(Set<BucketKey> keys, ArmExchange exchange, long now) {
        return keys.stream()
                .map(key -> without.getOrDefault(key.family(), Map.of()).get(exchange.reason().priority()))
                .anyMatch(since -> since != null && now - since >= MAX_WITHOUT.toNanos());
    }

    /** The expected time until this request may go; {@link Long#MAX_VALUE} for never. */
    long nanosUntil(PermitRequest permit, long now) {
        long longest = 0;
        for (TokenBucket bucket : permit.buckets().values()) {
            int ahead = (int) waiting.headSet(permit)
                    .stream()
                    .filter(other -> other.buckets().containsValue(bucket))
                    .count();
            longest = Math.max(longest, nanosUntil(permit, bucket, ahead, now));
        }
        return longest;
    }

    private long nanosUntil(PermitRequest permit, TokenBucket bucket, int ahead, long now) {
        return counts() ? bucket.nanosUntil(floor(permit, bucket, now), ahead, now) : bucket.closedFor(now);
    }

    /** The bucket that delays a waiting request the longest. */
    BucketKey shortest(PermitRequest permit, long now) {
        BucketKey shortest = null;
        long longest = -1;
        for (Map.Entry<BucketKey, TokenBucket> each : permit.buckets().entrySet()) {
            long wait = nanosUntil(permit, each.getValue(), 0, now);
            if (wait > longest) {
                longest = wait;
                shortest = each.getKey();
            }
        }
        return shortest;
    }

    boolean isClosed(BucketKey key, long now) {
        TokenBucket bucket = buckets.get(key);
        return bucket != null && bucket.isClosed(now);
    }

    /** Nanoseconds until all buckets of such a request are open, 0 if they are. */
    long closedFor(ArmExchange exchange, long now) {
        return BucketKey.of(exchange)
                .stream()
                .filter(buckets::containsKey)
                .mapToLong(key -> buckets.get(key).closedFor(now))
                .max()
                .orElse(0);
    }

    /** Updates the buckets from a response. {@code until}: its Retry-After in terms of this clock. */
    void answered(ArmExchange exchange, Response response, OptionalLong until, long now) {
        List<BucketKey> keys = BucketKey.of(exchange);
        if (response.isThrottled()) {
            for (BucketKey key : ThrottledBuckets.by(keys, response, other -> hasClosedSibling(other, now))) {
                TokenBucket bucket = bucket(key, now);
                without.remove(key.family());
                bucket.close(until.orElseGet(() -> now + bucket.unnamedClosing(now).toNanos()), now);
            }
            return;
        }
        for (BucketKey key : keys) {
            TokenBucket bucket = bucket(key, now);
            bucket.passed(now);
            OptionalLong left = RemainingCalls.of(key, response);
            if (left.isPresent() && counts())
                bucket.lower(left.getAsLong() * settings.share(key.limit()), now);
        }
    }

    /**
     * The state of all buckets; those of single resources only while they are not full, those of actions after they were
     * throttled.
     */
    List<BudgetState.Bucket> states(long now) {
        List<BudgetState.Bucket> states = new ArrayList<>();
        buckets.forEach((key, bucket) -> {
            if (!key.isPart() || (key.isPerAction() ? bucket.isHeldUp(now) : !bucket.isAsNew(now)))
                states.add(state(key, bucket, now));
        });
        states.sort(BudgetState.ORDER);
        return states;
    }

    Map<CallPriority, Integer> waiting() {
        return byPriority(waiting.stream());
    }

    private static Map<CallPriority, Integer> byPriority(Stream<PermitRequest> permits) {
        Map<CallPriority, Integer> counts = new TreeMap<>();
        permits.forEach(permit -> counts.merge(permit.exchange().reason().priority(), 1, Integer::sum));
        return counts;
    }

    /** Returns the bucket, creating it if necessary. */
    TokenBucket bucket(BucketKey key, long now) {
        TokenBucket known = buckets.get(key);
        if (known != null)
            return known;
        if (families.add(key.family())) {
            news.add(key.family());
            hasNewLimits = true;
        }
        TokenBucket made = new TokenBucket(settings.limit(key.limit()),
                settings.limits().isDocumented(key.limit()) ? Source.DOCUMENTED : Source.CONFIGURED, now);
        buckets.put(key, made);
        return made;
    }

    /** Whether {@link #takeNewLimits} has anything to return; may be called without the lock. */
    boolean hasNewLimits() {
        return hasNewLimits;
    }

    /** The limits that are counted since the last call. */
    List<BucketKey> takeNewLimits() {
        List<BucketKey> taken = List.copyOf(news);
        news.clear();
        hasNewLimits = false;
        return taken;
    }

    /** For a limit of single resources, the level of the resource with least left. */
    BudgetState.Level level(String subscription, String limit, long now) {
        BucketKey family = new BucketKey(subscription, limit, "");
        return buckets.entrySet()
                .stream()
                .filter(each -> each.getKey().family().equals(family))
                .map(each -> level(each.getValue(), now))
                .min(Comparator.comparingDouble(BudgetState.Level::left))
                .orElseGet(() -> {
                    BudgetLimit whole = settings.limit(limit);
                    return new BudgetState.Level(whole.atOnce(), whole.atOnce(), whole.rate(), "", 0);
                });
    }

    int size() {
        return buckets.size();
    }

    private boolean grant(PermitRequest permit, long now) {
        for (TokenBucket bucket : permit.buckets().values()) {
            if (counts() ? !bucket.has(floor(permit, bucket, now), now) : bucket.isClosed(now))
                return false;
        }
        permit.buckets().forEach((key, bucket) -> {
            if (counts())
                bucket.take(now);
            without.getOrDefault(key.family(), new HashMap<>()).remove(permit.exchange().reason().priority());
            used.computeIfAbsent(key.family(), same -> new TreeMap<>())
                    .merge(permit.exchange().reason().cause(), 1L, Long::sum);
        });
        permit.grant();
        return true;
    }

    /** What a request must leave for more urgent ones: nothing, a third, two thirds or all of the reserve. */
    private double floor(PermitRequest permit, TokenBucket bucket, long now) {
        Duration fill = bucket.isHeldUp(now) ? MAX_TO_FILL_RESERVE_AFTER_REFUSAL : MAX_TO_FILL_RESERVE;
        double step = permit.isOverdue() ? 0 : (double) permit.exchange().reason().priority().ordinal() / STEPS;
        double reserve = Math.min(bucket.size() * settings.reserve(), bucket.filledIn(fill));
        return Math.max(0, Math.min(bucket.size() - 1, reserve * step));
    }

    private boolean counts() {
        return settings.enabled();
    }

    private boolean hasClosedSibling(BucketKey key, long now) {
        return buckets.entrySet()
                .stream()
                .anyMatch(each -> each.getKey().isBeside(key) && each.getValue().isClosed(now));
    }

    private BudgetState.Bucket state(BucketKey key, TokenBucket bucket, long now) {
        Map<String, Long> causes = key.isPart()
                ? Map.of()
                : new TreeMap<>(used.getOrDefault(key, Map.of()));
        return new BudgetState.Bucket(key.subscription(), key.limit(), key.resource(), level(bucket, now),
                byPriority(waiting.stream().filter(permit -> permit.buckets().containsValue(bucket))), causes);
    }

    private static BudgetState.Level level(TokenBucket bucket, long now) {
        long closedFor = bucket.closedFor(now);
        return new BudgetState.Level(closedFor > 0 ? 0 : bucket.level(now), bucket.size(), bucket.rate(now),
                bucket.source(now).name().toLowerCase(Locale.ROOT), closedFor);
    }

    /** Removes buckets of single resources and actions that are full again: a new one would be the same. */
    private void sweep(long now) {
        List<TokenBucket> wanted = waiting.stream().flatMap(permit -> permit.buckets().values().stream()).toList();
        buckets.entrySet()
                .removeIf(each -> each.getKey().isPart() && each.getValue().isAsNew(now)
                        && !wanted.contains(each.getValue()));
    }
}
