package io.azureccm.service;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * Times the planning of every pass; counts and times passes that brought other nodes behind load balancers, under the names of the
 * generic service controller.
 */
final class PassMetrics implements PassListener {
    private static final Duration[] BUCKETS = IntStream.range(0, 15)
            .mapToObj(power -> Duration.ofSeconds(1L << power))
            .toArray(Duration[]::new);

    private final Counter syncs;
    private final Counter errors;
    private final Timer latency;
    private final Timer hosts;
    private final Timer planning;

    PassMetrics(MeterRegistry registry) {
        this.syncs = Counter.builder("service.controller.loadbalancer.sync")
                .description("Services whose load balancer was brought in line with other nodes")
                .register(registry);
        this.errors = Counter.builder("service.controller.nodesync.error")
                .description("Passes after a change of nodes in which a Service failed")
                .register(registry);
        this.latency = timer(registry, "service.controller.nodesync.latency", "Passes after a change of nodes");
        this.hosts = timer(registry, "service.controller.update.loadbalancer.host.latency",
                "Passes after a change of nodes, once for each Service");
        this.planning = Timer.builder("controller.planning.duration")
                .description("Planning of passes, without what is read and written")
                .register(registry);
    }

    @Override
    public void planned(Duration took) {
        planning.record(took);
    }

    @Override
    public void synced(int services, int failed, Duration took) {
        syncs.increment(services);
        latency.record(took);
        for (int service = 0; service < services; service++) {
            hosts.record(took);
        }
        if (failed > 0)
            errors.increment();
    }

    private static Timer timer(MeterRegistry registry, String name, String help) {
        return Timer.builder(name).description(help).serviceLevelObjectives(BUCKETS).register(registry);
    }
}
