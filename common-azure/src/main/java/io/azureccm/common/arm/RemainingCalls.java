package io.azureccm.common.arm;

import io.azureccm.common.core.ArmId;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/** What ARM last said is left of its own limits, per subscription: reads, writes, deletes. Empty until an answer told. */
public final class RemainingCalls implements ArmExchangeListener {
    private final Map<String, Integer> last = new ConcurrentHashMap<>();

    @Override
    public void exchanged(String verb, ArmId target, int status, Duration took, Map<String, Integer> remaining) {
        remaining.forEach((scope, left) -> last.put(key(target.subscription(), scope), left));
    }

    public OptionalInt reads(String subscription) {
        return of(subscription, "subscription-reads");
    }

    public OptionalInt writes(String subscription) {
        return of(subscription, "subscription-writes");
    }

    public OptionalInt deletes(String subscription) {
        return of(subscription, "subscription-deletes");
    }

    private OptionalInt of(String subscription, String scope) {
        Integer left = last.get(key(subscription, scope));
        return left == null ? OptionalInt.empty() : OptionalInt.of(left);
    }

    private static String key(String subscription, String scope) {
        return subscription.toLowerCase(Locale.ROOT) + "/" + scope;
    }
}
