package io.azureccm.common.observe.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Duration;
import java.util.List;

/** Metrics that exist only because dashboards and alerts for the Go controllers use their names. */
public final class ReferenceNames {
    static final String OPERATIONS = "cloudprovider.azure.op.duration";
    static final String FAILED_OPERATIONS = "cloudprovider.azure.op.failure.count";
    private static final List<String> PREFIXES = List.of("cloudprovider.azure.", "provider.reconcile.", "workqueue.",
            "rest.client.", "kubernetes.healthcheck", "running.managed.controllers",
            "service.controller.loadbalancer.sync",
            "service.controller.nodesync", "service.controller.update.loadbalancer.host",
            "node.controller.cloud.provider.taint", "node.controller.initial.node", "route.controller.route.sync");

    private ReferenceNames() {}

    /** A filter that keeps them in a registry. */
    public static MeterFilter kept() {
        return MeterFilter.accept(id -> false);
    }

    /** A filter that keeps them out of a registry. */
    public static MeterFilter denied() {
        return MeterFilter.deny(ReferenceNames::isOne);
    }

    static boolean isOne(Meter.Id id) {
        return PREFIXES.stream().anyMatch(id.getName()::startsWith);
    }

    static Duration[] seconds(double... bounds) {
        return java.util.Arrays.stream(bounds)
                .mapToObj(bound -> Duration.ofNanos(Math.round(bound * 1_000_000_000)))
                .toArray(Duration[]::new);
    }

    static Timer histogram(MeterRegistry registry, String name, String help, Tags tags, Duration... bounds) {
        return Timer.builder(name).description(help).tags(tags).serviceLevelObjectives(bounds).register(registry);
    }

}
