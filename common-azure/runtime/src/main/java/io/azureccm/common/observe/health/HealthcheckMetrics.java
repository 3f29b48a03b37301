package io.azureccm.common.observe.health;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * The results of the checks that probes make, under the names and labels of k8s.io/component-base: the last result of each check, 1
 * if it succeeded, and the number of results.
 */
public final class HealthcheckMetrics {
    /** The type of a check by the end of the path of the probe. */
    private static final Map<String, String> TYPES = Map.of("livez", "livez", "liveness", "livez", "readyz", "readyz",
            "readiness", "readyz", "healthz", "healthz", "startup", "healthz");

    private final MeterRegistry registry;
    private final Map<Check, AtomicInteger> last = new ConcurrentHashMap<>();

    private record Check(String name, String type) {}

    public HealthcheckMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The health that the check tells; down if it fails. */
    public static HealthIndicator checked(Consumer<Health.Builder> check) {
        return new AbstractHealthIndicator() {
            @Override
            protected void doHealthCheck(Health.Builder health) {
                check.accept(health);
            }
        };
    }

    /** The same for a check whose results are recorded if a probe asks for them. */
    public HealthIndicator recorded(String name, Consumer<Health.Builder> check) {
        HealthIndicator indicator = checked(check);
        return () -> {
            Health health = indicator.health();
            type().ifPresent(type -> record(new Check(name, type), health.getStatus().equals(Status.UP)));
            return health;
        };
    }

    private static Optional<String> type() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes probe
                ? Optional.of(probe.getRequest().getRequestURI())
                        .map(path -> TYPES.get(path.substring(path.lastIndexOf('/') + 1)))
                : Optional.empty();
    }

    private void record(Check check, boolean success) {
        last.computeIfAbsent(check, this::gauge).set(success ? 1 : 0);
        Counter.builder("kubernetes.healthchecks")
                .tag("name", check.name())
                .tag("type", check.type())
                .tag("status", success ? "success" : "error")
                .description("Results of health checks of probes")
                .register(registry)
                .increment();
    }

    private AtomicInteger gauge(Check check) {
        AtomicInteger value = new AtomicInteger();
        Gauge.builder("kubernetes.healthcheck", value, AtomicInteger::get)
                .tag("name", check.name())
                .tag("type", check.type())
                .description("The last result of a health check of a probe, 1 if it succeeded")
                .register(registry);
        return value;
    }
}
