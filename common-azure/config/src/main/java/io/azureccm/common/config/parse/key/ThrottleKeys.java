package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.type.ScalarTypes.BOOL;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.RouteConfig;
import io.azureccm.common.config.arm.BackoffConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.config.arm.RateLimit;
import io.azureccm.common.config.arm.RateLimitClient;
import io.azureccm.common.config.parse.type.RateLimitTypes;
import io.azureccm.common.config.parse.type.RateLimitTypes.Given;
import io.azureccm.common.config.parse.type.ScalarTypes;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Keys about retries, rate limits, caches and route timing: how often Azure is called. */
public final class ThrottleKeys {
    static final DeclaredKeys KEYS = new DeclaredKeys(KeyGroup.ROUTES);
    private static final DeclaredKeys BACKOFF = KEYS.in(KeyGroup.BACKOFF);
    private static final DeclaredKeys RATE_LIMITS = KEYS.in(KeyGroup.RATE_LIMITS);
    private static final DeclaredKeys CACHES = KEYS.in(KeyGroup.CACHES);

    static final int RETRIES_DEFAULT = 6;

    static final double EXPONENT_DEFAULT = 1.5;

    static final double JITTER_DEFAULT = 1.0;

    public static final ConfigKey<Duration> ROUTE_UPDATE_INTERVAL = KEYS.key("routeUpdateIntervalInSeconds",
            ScalarTypes.seconds(RouteConfig.DEFAULT.updateInterval()), RouteConfig.DEFAULT.updateInterval(),
            "How long route changes are collected at most, while they keep arriving; 0 means the default",
            c -> c.routes().updateInterval());

    public static final ConfigKey<Duration> ROUTE_SETTLE_TIME = KEYS.key("routeUpdateWaitingInSeconds",
            ScalarTypes.secondsOrDefault(RouteConfig.DEFAULT.settleTime()), RouteConfig.DEFAULT.settleTime(),
            "How long after a write nodes are reported as having their routes; 0 and below mean the default",
            c -> c.routes().settleTime());

    public static final ConfigKey<Boolean> BACKOFF_ENABLED = BACKOFF.key("cloudProviderBackoff", BOOL,
            false,
            "Retries as set by the following keys; otherwise a lookup is tried once and an HTTP call is retried 3"
                    + " times",
            c -> c.arm().backoff().enabled());

    public static final ConfigKey<Integer> BACKOFF_RETRIES = BACKOFF.key("cloudProviderBackoffRetries",
            ScalarTypes.integer(0, 100, RETRIES_DEFAULT), RETRIES_DEFAULT,
            "Number of attempts; 0 means the default", c -> c.arm().backoff().retries());

    public static final ConfigKey<Duration> BACKOFF_DURATION = BACKOFF.key("cloudProviderBackoffDuration",
            ScalarTypes.seconds(BackoffConfig.DEFAULT_DELAY), BackoffConfig.DEFAULT_DELAY,
            "First delay in seconds; 0 means the default", c -> c.arm().backoff().duration());

    public static final ConfigKey<Double> BACKOFF_EXPONENT = BACKOFF.key("cloudProviderBackoffExponent",
            ScalarTypes.decimal(EXPONENT_DEFAULT), EXPONENT_DEFAULT,
            "Factor from one delay to the next; 0 means the default", c -> c.arm().backoff().exponent());

    public static final ConfigKey<Double> BACKOFF_JITTER = BACKOFF.key("cloudProviderBackoffJitter",
            ScalarTypes.decimal(JITTER_DEFAULT), JITTER_DEFAULT,
            "Random share added to each delay; 0 means the default", c -> c.arm().backoff().jitter());

    public static final ConfigKey<Boolean> LIMIT_ENABLED = RATE_LIMITS.key(RateLimitTypes.ENABLED, BOOL,
            false,
            "Limits the calls of every ARM client", c -> limit(c).enabled());

    public static final ConfigKey<Double> LIMIT_READ_QPS = RATE_LIMITS.key(RateLimitTypes.READ_QPS,
            ScalarTypes.decimal(0), 0.0, "Reads per second; 0 means 1", c -> limit(c).readQps());

    public static final ConfigKey<Integer> LIMIT_READ_BUCKET = RATE_LIMITS.key(RateLimitTypes.READ_BUCKET,
            RateLimitTypes.BUCKET, 0, "Burst of reads; 0 means 5", c -> limit(c).readBucket());

    public static final ConfigKey<Double> LIMIT_WRITE_QPS = RATE_LIMITS.key(RateLimitTypes.WRITE_QPS,
            ScalarTypes.decimal(0), 0.0, "Writes per second; 0 means the rate of reads", c -> limit(c).writeQps());

    public static final ConfigKey<Integer> LIMIT_WRITE_BUCKET = RATE_LIMITS.key(RateLimitTypes.WRITE_BUCKET,
            RateLimitTypes.BUCKET, 0, "Burst of writes; 0 means the burst of reads",
            c -> limit(c).writeBucket());

    public static final Map<RateLimitClient, ConfigKey<Given>> CLIENT_LIMITS = clientLimits();

    /** Limits of clients that make no calls. */
    static final Set<ConfigKey<Given>> WITHOUT_CALLS = CLIENT_LIMITS.entrySet()
            .stream()
            .filter(limit -> !makesCalls(limit.getKey()))
            .map(Map.Entry::getValue)
            .collect(Collectors.toUnmodifiableSet());

    public static final ConfigKey<Map<RateLimitClient, Given>> LIMIT_ENTRIES = RATE_LIMITS.key("entries",
            RateLimitTypes.ENTRIES, Map.of(), "The limits of individual clients, keyed by the names above",
            c -> Map.of());

    public static final Map<CacheKind, ConfigKey<Duration>> CACHE_TTLS = cacheTtls();

    public static final ConfigKey<Boolean> LIST_WITHOUT_INSTANCE_VIEW = CACHES.key(
            "listVmssVirtualMachinesWithoutInstanceView", BOOL, false,
            "Lists the machines of a scale set without their power states",
            c -> c.arm().caches().listWithoutInstanceView());

    public static final ConfigKey<Boolean> CACHE_DISABLED = CACHES.key("disableAPICallCache", BOOL, false,
            "Every read goes to Azure", c -> c.arm().caches().disabled());

    private ThrottleKeys() {}

    private static Map<RateLimitClient, ConfigKey<Given>> clientLimits() {
        Map<RateLimitClient, ConfigKey<Given>> keys = new EnumMap<>(RateLimitClient.class);
        Arrays.stream(RateLimitClient.values())
                .forEach(client -> keys.put(client,
                        RATE_LIMITS.key(client.key(), RateLimitTypes.CLIENT, Given.NOTHING,
                                effect(client),
                                c -> c.arm().rateLimits().byClient().containsKey(client)
                                        ? Given.of(c.arm().rateLimits().of(client))
                                        : Given.NOTHING)));
        return keys;
    }

    private static Map<CacheKind, ConfigKey<Duration>> cacheTtls() {
        Map<CacheKind, ConfigKey<Duration>> keys = new EnumMap<>(CacheKind.class);
        Arrays.stream(CacheKind.values())
                .forEach(kind -> keys.put(kind,
                        CACHES.key(kind.key(), ScalarTypes.seconds(kind.defaultTtl()), kind.defaultTtl(),
                                "How long a read of " + kind.what() + " is cached; 0 means the default",
                                c -> c.arm().caches().ttls().get(kind))));
        return keys;
    }

    private static String effect(RateLimitClient client) {
        return makesCalls(client)
                ? "Limits of calls about " + client.resourceType() + "; missing values are inherited from above"
                : "Has no effect: no call about " + client.resourceType() + " is made";
    }

    private static boolean makesCalls(RateLimitClient client) {
        return ArmTypes.ALL.contains(client.resourceType());
    }

    private static RateLimit limit(CloudConfig config) {
        return config.arm().rateLimits().common();
    }
}
