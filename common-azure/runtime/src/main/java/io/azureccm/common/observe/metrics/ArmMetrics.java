package io.azureccm.common.observe.metrics;

import io.azureccm.common.arm.http.ArmExchangeListener;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.resilience.ArmCall;
import io.azureccm.common.resilience.ArmCallListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics of ARM calls, with the names and labels of the reference's client ({@code arm.request.*}); a call with its retries,
 * pages and polls counts once. {@code arm.calls} counts them by their causes, and each is logged at debug level. Individual HTTP exchanges are counted as {@code arm.exchanges}, and what remains of ARM's own
 * limits according to ARM is {@code arm.ratelimit.remaining}.
 */
public final class ArmMetrics implements ArmCallListener, ArmExchangeListener {
    private static final Logger log = LoggerFactory.getLogger(ArmMetrics.class);
    private static final Duration[] BUCKETS = ReferenceNames.seconds(.1, .25, .5, 1, 2.5, 5, 10, 60, 300, 600);
    /** Types whose name in the reference's metrics is not simply their singular. */
    private static final Map<String, String> NAMES = Map.of(
            "microsoft.network/networksecuritygroups", "SecurityGroup",
            "microsoft.network/networkinterfaces", "Interface",
            "microsoft.network/virtualnetworks/subnets", "Subnet",
            "microsoft.network/loadbalancers/backendaddresspools", "BackendAddressPool",
            "microsoft.network/publicipaddresses", "PublicIPAddress",
            "microsoft.network/publicipprefixes", "PublicIPPrefix",
            "microsoft.compute/virtualmachinescalesets/virtualmachines", "VirtualMachineScaleSetVM");

    private final MeterRegistry registry;
    private final Map<Tags, AtomicLong> remaining = new ConcurrentHashMap<>();

    public ArmMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void ended(Ended call) {
        Tags tags = tags(call.call());
        Timer.builder("arm.request.duration")
                .description("Calls to ARM with their retries, pages and polls")
                .serviceLevelObjectives(BUCKETS)
                .tags(tags)
                .register(registry)
                .record(call.took());
        count("arm.request.retries", "Retries of calls", tags, Math.max(0, call.tries() - 1));
        count("arm.request.rate_limit.counter", "Calls that the own budget held back", tags,
                call.rateLimited() ? 1 : 0);
        count("arm.request.throttle.counter", "Calls that ARM, or the gate after a throttling response, held back",
                tags,
                call.throttled() ? 1 : 0);
        cause(call);
        call.error()
                .ifPresent(failure -> count("arm.request.errors.counter", "Calls that failed, by status and code",
                        tags.and("status_code", Integer.toString(failure.status()), "error_code",
                                failure.code() == null ? "" : failure.code()),
                        1));
    }

    private void cause(Ended ended) {
        ArmCall call = ended.call();
        String result = ended.rateLimited()
                ? "kept_back"
                : ended.error().map(failure -> failure.kind().name().toLowerCase(Locale.ROOT)).orElse("ok");
        count("arm.calls", "Calls to ARM by cause, including retries, pages and polls",
                Tags.of("cause", call.reason().cause(), "method", call.method(), "resource", resource(call.target()),
                        "result", result),
                1);
        log.debug("{} for {} ({}): {} in {} ms, {} attempts", call.describe(), call.reason().cause(),
                call.reason().priority().label(), result, ended.took().toMillis(), ended.tries());
    }

    @Override
    public void exchanged(String verb, ArmId target, int status, Duration took, Map<String, Integer> left) {
        count("arm.exchanges", "Single requests to ARM, including pages and polls",
                Tags.of("verb", verb, "resource", resource(target), "status", Integer.toString(status)), 1);
        left.forEach((limit, value) -> remaining
                .computeIfAbsent(Tags.of("subscription_id", target.subscription(), "limit", limit), this::gauge)
                .set(value));
    }

    private AtomicLong gauge(Tags tags) {
        AtomicLong left = new AtomicLong();
        Gauge.builder("arm.ratelimit.remaining", left, AtomicLong::get)
                .tags(tags)
                .description("Remaining calls of ARM's own limits, as reported by ARM")
                .strongReference(true)
                .register(registry);
        return left;
    }

    /** Starts at 0, so that the first occurrence shows as an increase. */
    private void count(String name, String help, Tags tags, int times) {
        Counter.builder(name).description(help).tags(tags).register(registry).increment(times);
    }

    private static Tags tags(ArmCall call) {
        return Tags.of("subscription_id", call.target().subscription(), "resource_group",
                call.target().resourceGroup().toLowerCase(Locale.ROOT), "resource", resource(call.target()), "method",
                call.method());
    }

    /** {@code LoadBalancer} for {@code Microsoft.Network/loadBalancers}. */
    static String resource(ArmId id) {
        return resource(id.type());
    }

    public static String resource(String type) {
        String known = NAMES.get(type.toLowerCase(Locale.ROOT));
        if (known != null)
            return known;
        String last = type.substring(type.lastIndexOf('/') + 1);
        if (last.isEmpty())
            return "ResourceGroup";
        String singular = last.endsWith("s") ? last.substring(0, last.length() - 1) : last;
        return Character.toUpperCase(singular.charAt(0)) + singular.substring(1);
    }
}
