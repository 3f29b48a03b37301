package io.azureccm.common.config.arm;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.KeyObject;
import io.azureccm.common.config.key.Keys;
import io.azureccm.common.config.key.WrittenAs.Written;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Rate limits as they are written: the limits of a client under its own key, or in {@code entries}, which takes precedence.
 *
 * @param common  the limits that clients inherit, also while they are off
 * @param clients an entry for each client
 */
@Keys(KeyGroup.RATE_LIMITS)
public record RateLimitKeys(Given common, @Key(Key.FOR_EACH) Map<RateLimitClient, Optional<Given>> clients,
        @Key(value = "entries", effect = "The limits of individual clients, keyed by the names above") Map<RateLimitClient, Given> entries)
        implements
            Written<RateLimitConfig> {

    RateLimitKeys(RateLimitConfig config) {
        this(Given.of(config.common()),
                Arrays.stream(RateLimitClient.values())
                        .collect(Collectors.toMap(Function.identity(),
                                client -> Optional.ofNullable(config.byClient().get(client)).map(Given::of))),
                Map.of());
    }

    @Override
    public RateLimitConfig meaning() {
        RateLimit inherited = new RateLimit(common.enabled().orElse(false), common.readQps(), common.readBucket(),
                common.writeQps(), common.writeBucket());
        Map<RateLimitClient, Given> given = new EnumMap<>(RateLimitClient.class);
        clients.forEach((client, limit) -> limit.ifPresent(own -> given.put(client, own)));
        given.putAll(entries);
        given.values().removeIf(Given.NOTHING::equals);
        Map<RateLimitClient, RateLimit> byClient = new EnumMap<>(RateLimitClient.class);
        given.forEach((client, limit) -> byClient.put(client, limit.resolve(inherited)));
        return new RateLimitConfig(common.resolve(RateLimit.OFF), byClient);
    }

    /** The limits of all clients or of one; numbers that are absent or zero are zero and mean "not set". */
    @KeyObject("an object such as {\"cloudProviderRateLimit\": true, \"cloudProviderRateLimitQPS\": 3}")
    public record Given(
            @Key(value = "cloudProviderRateLimit", fallback = "false", effect = "Limits the calls of every ARM client") Optional<Boolean> enabled,
            @Key(value = "cloudProviderRateLimitQPS", effect = "Reads per second; 0 means 1") double readQps,
            @Key(value = "cloudProviderRateLimitBucket", effect = "Burst of reads; 0 means 5") int readBucket,
            @Key(value = "cloudProviderRateLimitQPSWrite", effect = "Writes per second; 0 means the rate of reads") double writeQps,
            @Key(value = "cloudProviderRateLimitBucketWrite", effect = "Burst of writes; 0 means the burst of reads") int writeBucket) {

        static final Given NOTHING = new Given(Optional.empty(), 0, 0, 0, 0);

        static Given of(RateLimit limit) {
            return new Given(Optional.of(limit.enabled()), limit.readQps(), limit.readBucket(), limit.writeQps(),
                    limit.writeBucket());
        }

        /** The effective limit: values that are not set come from the parent, then from reads, then from the defaults. */
        RateLimit resolve(RateLimit parent) {
            if (!enabled.orElse(parent.enabled())) {
                return RateLimit.OFF;
            }
            double qps = first(readQps, parent.readQps(), RateLimit.DEFAULT_QPS);
            int bucket = (int) first(readBucket, parent.readBucket(), RateLimit.DEFAULT_BUCKET);
            return new RateLimit(true, qps, bucket, first(writeQps, parent.writeQps(), qps),
                    (int) first(writeBucket, parent.writeBucket(), bucket));
        }

        private static double first(double given, double inherited, double otherwise) {
            return given > 0 ? given : inherited > 0 ? inherited : otherwise;
        }
    }
}
