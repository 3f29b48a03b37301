package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.key.KeyGroup.BACKOFF;
import static io.azureccm.common.config.parse.key.KeyGroup.CACHES;
import static io.azureccm.common.config.parse.key.KeyGroup.RATE_LIMITS;
import static io.azureccm.common.config.parse.key.KeyGroup.ROUTES;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Keys about retries, rate limits, caches and route timing: how often Azure is called. */
public final class ThrottleKeys {

    static final int RETRIES_DEFAULT = 6;

    static final double EXPONENT_DEFAULT = 1.5;

    static final double JITTER_DEFAULT = 1.0;

    public static final ConfigKey<Duration> ROUTE_UPDATE_INTERVAL = new ConfigKey<>("routeUpdateIntervalInSeconds",
            ROUTES,
            ScalarTypes.seconds(RouteConfig.DEFAULT.updateInterval()), RouteConfig.DEFAULT.updateInterval(),
            "How long route changes are collected at most, while they keep coming; 0 stands for the default",
            c -> c.routes().updateInterval());

    public static final ConfigKey<Duration> ROUTE_SETTLE_TIME = new ConfigKey<>("routeUpdateWaitingInSeconds", ROUTES,
            ScalarTypes.secondsOrDefault(RouteConfig.DEFAULT.settleTime()), RouteConfig.DEFAULT.settleTime(),
            "How long after a write nodes are told that their routes are there; 0 and less stand for the default",
            c -> c.routes().settleTime());

    public static final ConfigKey<Boolean> BACKOFF_ENABLED = new ConfigKey<>("cloudProviderBackoff", BACKOFF, BOOL,
            false,
            "Retries as the following keys say; otherwise a look-up is tried once and an HTTP call 3 times more",
            c -> c.arm().backoff().enabled());

    public static final ConfigKey<Integer> BACKOFF_RETRIES = new ConfigKey<>("cloudProviderBackoffRetries", BACKOFF,
            ScalarTypes.integer(0, 100, RETRIES_DEFAULT), RETRIES_DEFAULT,
            "Number of tries; 0 stands for the default", c -> c.arm().backoff().retries());

    public static final ConfigKey<Duration> BACKOFF_DURATION = new ConfigKey<>("cloudProviderBackoffDuration", BACKOFF,
            ScalarTypes.seconds(BackoffConfig.DEFAULT_DELAY), BackoffConfig.DEFAULT_DELAY,
            "First delay in seconds; 0 stands for the default", c -> c.arm().backoff().duration());

    public static final ConfigKey<Double> BACKOFF_EXPONENT = new ConfigKey<>("cloudProviderBackoffExponent", BACKOFF,
            ScalarTypes.decimal(EXPONENT_DEFAULT), EXPONENT_DEFAULT,
            "Factor from one delay to the next; 0 stands for the default", c -> c.arm().backoff().exponent());

    public static final ConfigKey<Double> BACKOFF_JITTER = new ConfigKey<>("cloudProviderBackoffJitter", BACKOFF,
            ScalarTypes.decimal(JITTER_DEFAULT), JITTER_DEFAULT,
            "Random share added to each delay; 0 stands for the default", c -> c.arm().backoff().jitter());

    public static final ConfigKey<Boolean> LIMIT_ENABLED = new ConfigKey<>(RateLimitTypes.ENABLED, RATE_LIMITS, BOOL,
            false,
            "Limits the calls of every ARM client", c -> limit(c).enabled());

    public static final ConfigKey<Double> LIMIT_READ_QPS = new ConfigKey<>(RateLimitTypes.READ_QPS, RATE_LIMITS,
            ScalarTypes.decimal(0), 0.0, "Reads per second; 0 stands for 1", c -> limit(c).readQps());

    public static final ConfigKey<Integer> LIMIT_READ_BUCKET = new ConfigKey<>(RateLimitTypes.READ_BUCKET, RATE_LIMITS,
            RateLimitTypes.BUCKET, 0, "Reads that may come at once; 0 stands for 5", c -> limit(c).readBucket());

    public static final ConfigKey<Double> LIMIT_WRITE_QPS = new ConfigKey<>(RateLimitTypes.WRITE_QPS, RATE_LIMITS,
            ScalarTypes.decimal(0), 0.0, "Writes per second; 0 stands for the rate of reads", c -> limit(c).writeQps());

    public static final ConfigKey<Integer> LIMIT_WRITE_BUCKET = new ConfigKey<>(RateLimitTypes.WRITE_BUCKET,
            RATE_LIMITS,
            RateLimitTypes.BUCKET, 0, "Writes that may come at once; 0 stands for the number of reads",
            c -> limit(c).writeBucket());

    public static final Map<RateLimitClient, ConfigKey<Given>> CLIENT_LIMITS = clientLimits();

    public static final ConfigKey<Map<RateLimitClient, Given>> LIMIT_ENTRIES = new ConfigKey<>("entries", RATE_LIMITS,
            RateLimitTypes.ENTRIES, Map.of(), "The limits of single clients, keyed by the names above",
            c -> Map.of());

    public static final Map<CacheKind, ConfigKey<Duration>> CACHE_TTLS = cacheTtls();

    public static final ConfigKey<Boolean> LIST_WITHOUT_INSTANCE_VIEW = new ConfigKey<>(
            "listVmssVirtualMachinesWithoutInstanceView", CACHES, BOOL, false,
            "Lists the machines of a scale set without their power states",
            c -> c.arm().caches().listWithoutInstanceView());

    public static final ConfigKey<Boolean> CACHE_DISABLED = new ConfigKey<>("disableAPICallCache", CACHES, BOOL, false,
            "Every read goes to Azure", c -> c.arm().caches().disabled());

    private ThrottleKeys() {}

    static List<ConfigKey<?>> all() {
        List<ConfigKey<?>> keys = new ArrayList<>(List.of(ROUTE_UPDATE_INTERVAL, ROUTE_SETTLE_TIME, BACKOFF_ENABLED,
                BACKOFF_RETRIES, BACKOFF_DURATION, BACKOFF_EXPONENT, BACKOFF_JITTER, LIMIT_ENABLED, LIMIT_READ_QPS,
                LIMIT_READ_BUCKET, LIMIT_WRITE_QPS, LIMIT_WRITE_BUCKET));
        keys.addAll(CLIENT_LIMITS.values());
        keys.add(LIMIT_ENTRIES);
        keys.addAll(CACHE_TTLS.values());
        keys.addAll(List.of(LIST_WITHOUT_INSTANCE_VIEW, CACHE_DISABLED));
        return List.copyOf(keys);
    }

    private static Map<RateLimitClient, ConfigKey<Given>> clientLimits() {
        Map<RateLimitClient, ConfigKey<Given>> keys = new EnumMap<>(RateLimitClient.class);
        Arrays.stream(RateLimitClient.values())
                .forEach(client -> keys.put(client,
                        new ConfigKey<>(client.key(), RATE_LIMITS, RateLimitTypes.CLIENT, Given.NOTHING,
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
                        new ConfigKey<>(kind.key(), CACHES, ScalarTypes.seconds(kind.defaultTtl()), kind.defaultTtl(),
                                "How long a reading of " + kind.what() + " is used; 0 stands for the default",
                                c -> c.arm().caches().ttls().get(kind))));
        return keys;
    }

    private static String effect(RateLimitClient client) {
        return ArmTypes.ALL.contains(client.resourceType())
                ? "Limits of calls about " + client.resourceType() + "; what it leaves out comes from above"
                : "Changes nothing: no call about " + client.resourceType() + " is made";
    }

    private static RateLimit limit(CloudConfig config) {
        return config.arm().rateLimits().common();
    }
}
