package io.azureccm.e2e.azure.throttling;

import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The token buckets of requests: ARM's per subscription and principal, the network provider's per subscription, the
 * compute provider's per policy, resource and subscription.
 */
public final class Throttle {
    private static final int WIDE_OPEN = 11_999;

    private final ThrottlingProfile profile;
    private final SimClock clock;
    private final Map<String, TokenBucket> buckets = new HashMap<>();

    public Throttle(ThrottlingProfile profile, SimClock clock) {
        this.profile = profile;
        this.clock = clock;
    }

    private record Named(String header, String key, double capacity, double perSecond, String code) {
        Named scaled(double factor) {
            return new Named(header, key, capacity * factor, perSecond * factor, code);
        }
    }

    /** Takes one token from every bucket that counts this request, or rejects it with 429; returns what remains, as headers. */
    public synchronized Map<String, String> admit(ArmRequest request, Route route, String principal) {
        List<Named> counting = ComputePolicies.subscriptionOf(request)
                .map(
                        subscription -> buckets(route, subscription, principal))
                .orElse(List.of());
        Map<String, String> headers = new LinkedHashMap<>();
        if (!profile.enabled()) {
            counting.stream()
                    .filter(named -> named.header().contains("remaining-subscription"))
                    .forEach(named -> headers.put(named.header(), Integer.toString(WIDE_OPEN)));
            return headers;
        }
        Instant now = clock.now();
        for (Named named : counting) {
            TokenBucket bucket = bucket(named, now);
            if (!bucket.hasOne(now))
                throw refusal(named, bucket);
        }
        List<String> policies = new ArrayList<>();
        for (Named named : counting) {
            TokenBucket bucket = bucket(named, now);
            bucket.take();
            if (named.header().startsWith("Microsoft."))
                policies.add(named.header() + ";" + bucket.left());
            else if (!named.header().isEmpty())
                headers.put(named.header(), Integer.toString(bucket.left()));
        }
        if (!policies.isEmpty())
            headers.put("x-ms-ratelimit-remaining-resource", String.join(",", policies));
        return headers;
    }

    private TokenBucket bucket(Named named, Instant now) {
        return buckets.computeIfAbsent(named.key(), key -> new TokenBucket(
                Math.max(1, named.capacity()), named.perSecond(), now));
    }

    private static ArmError refusal(Named named, TokenBucket bucket) {
        String wait = Long.toString(bucket.secondsToNext());
        ArmError error = new ArmError(429, named.code(), "Number of requests exceeded the limit of " + named.key()
                + ". Please try again after '" + wait + "' seconds.").header("Retry-After", wait);
        return named.header().startsWith("Microsoft.")
                ? error.header("x-ms-ratelimit-remaining-resource", named.header() + ";0")
                : error;
    }

    /** The buckets of the subscription, scaled by the profile, and those of the requested resource. */
    private List<Named> buckets(Route route, String subscription, String principal) {
        List<Named> counting = new ArrayList<>();
        ofSubscription(route, subscription, principal).forEach(named -> counting.add(named.scaled(profile.scale())));
        Optional<ComputePolicies.Policy> policy = ComputePolicies.of(route);
        policy.filter(found -> found.perResource() > 0).ifPresent(found -> counting.add(ofResource(found, route)));
        policy.ifPresent(found -> counting.add(ofSubscription(found, subscription).scaled(profile.scale())));
        return counting;
    }

    private static List<Named> ofSubscription(Route route, String subscription, String principal) {
        List<Named> counting = new ArrayList<>();
        String kind = switch (route.verb()) {
            case "GET", "LIST", "POLL" -> "reads";
            case "DELETE" -> "deletes";
            default -> "writes";
        };
        boolean reads = kind.equals("reads");
        String who = subscription + "/" + principal + "/";
        counting.add(new Named("x-ms-ratelimit-remaining-subscription-" + kind, "subscription " + who + kind,
                reads ? 250 : 200, reads ? 25 : 10, "SubscriptionRequestsThrottled"));
        counting.add(new Named("x-ms-ratelimit-remaining-subscription-global-" + kind,
                "global " + subscription + "/" + kind, reads ? 3750 : 3000, reads ? 375 : 150,
                "SubscriptionRequestsThrottled"));
        boolean network = route.target().toLowerCase(Locale.ROOT).contains("/microsoft.network/");
        if (network && !route.verb().equals("POLL"))
            counting.add(new Named("", "Microsoft.Network " + subscription + (reads ? " reads" : " writes"),
                    reads ? 10_000 : 1000, (reads ? 10_000 : 1000) / 300.0, "TooManyRequests"));
        return counting;
    }

    private static Named ofResource(ComputePolicies.Policy policy, Route route) {
        return compute(policy.name() + "Resource", policy.name() + " " + route.target().toLowerCase(Locale.ROOT),
                policy.perResource());
    }

    private static Named ofSubscription(ComputePolicies.Policy policy, String subscription) {
        return compute(policy.name() + "Subscription", policy.name() + " " + subscription, policy.perSubscription());
    }

    /** Compute's figures are per minute, with three minutes' worth in the bucket. */
    private static Named compute(String name, String key, int perMinute) {
        return new Named("Microsoft.Compute/" + name, key, perMinute * 3.0, perMinute / 60.0, "OperationNotAllowed");
    }
}
