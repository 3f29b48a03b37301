package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.http.ArmExchangeGate.Response;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Determines which buckets a 429 closes, so that all others stay open. */
final class ThrottledBuckets {
    /** Limits that ARM itself counts; all others belong to the provider behind it. */
    private static final Set<String> BY_ARM = Set.of("subscriptionrequeststhrottled", "tenantrequeststhrottled");

    private ThrottledBuckets() {}

    /**
     * {@code siblingClosed}: for a bucket of one resource or action, whether that of another resource or type is closed by
     * the same limit. Two such throttling responses at the same time count as the limit of the subscription.
     */
    static List<BucketKey> by(List<BucketKey> keys, Response response, Predicate<BucketKey> siblingClosed) {
        BucketKey narrowest = keys.getLast();
        boolean byArm = BY_ARM.contains(response.code().toLowerCase(java.util.Locale.ROOT))
                || response.fromGateway() && !response.code().equalsIgnoreCase("ResourceRequestsThrottled");
        if (byArm || narrowest.isArm())
            return List.of(keys.getFirst());
        if (!narrowest.isPart())
            return List.of(narrowest);
        BucketKey ofSubscription = keys.get(keys.size() - 2);
        boolean saysResource = isUsedUp(response.policies(), true);
        boolean saysSubscription = isUsedUp(response.policies(), false);
        if (saysSubscription && !saysResource)
            return List.of(ofSubscription);
        return saysResource || !siblingClosed.test(narrowest)
                ? List.of(narrowest)
                : List.of(narrowest, ofSubscription);
    }

    private static boolean isUsedUp(Map<String, Integer> policies, boolean ofResource) {
        return policies.entrySet()
                .stream()
                .anyMatch(each -> each.getValue() == 0 && RemainingCalls.isOfResource(each.getKey()) == ofResource);
    }
}
