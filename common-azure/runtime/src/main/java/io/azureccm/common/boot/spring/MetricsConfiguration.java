package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.boot.leader.Election;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.settings.metrics.MetricsSettings;
import io.azureccm.common.boot.supervisor.ControllerSupervisor;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.common.observe.metrics.ControllerMetrics;
import io.azureccm.common.observe.metrics.HistogramRegistry;
import io.azureccm.common.observe.metrics.OrphanMetrics;
import io.azureccm.common.observe.metrics.QueueMetrics;
import io.azureccm.common.observe.metrics.ReferenceNames;
import io.azureccm.common.observe.metrics.RestClientMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Prometheus metrics of the controller's state, its queue and its requests. */
@Configuration(proxyBeanMethods = false)
@Import({CloudOperations.class, OrphanMetrics.class})
class MetricsConfiguration {
    @Bean
    HistogramRegistry prometheusMeterRegistry(PrometheusConfig config, PrometheusRegistry registry,
            io.micrometer.core.instrument.Clock clock) {
        return new HistogramRegistry(config, registry, clock);
    }

    @Bean
    static MeterFilter referenceNames(MetricsSettings settings) {
        return settings.referenceNames() ? ReferenceNames.kept() : ReferenceNames.denied();
    }

    @Bean
    ControllerMetrics controllerMetrics(ControllerOptions options, ControllerSupervisor supervisor,
            ConfigFollower config, Clock clock) {
        List<String> running = Arrays.stream(ControllerName.values())
                .filter(name -> name.app() == options.app() && runs(name, options))
                .map(ControllerName::alias)
                .toList();
        return new ControllerMetrics(
                new ControllerMetrics.Names(options.leaderElection().resourceName(),
                        options.leaderElection().leasesOfOthers().stream().map(LeaseName::toString).toList(), running,
                        queue(options.app())),
                supervisor,
                config::inUse, clock);
    }

    private static boolean runs(ControllerName name, ControllerOptions options) {
        return options.run().controllers().includes(name) && switch (name) {
            case NODE_IPAM -> options.work().node().ipam().allocate();
            case NODE_ROUTE -> options.work().route().enabled();
            case CLOUD_NODE, CLOUD_NODE_LIFECYCLE, SERVICE_LB -> true;
        };
    }

    @Bean
    MeterBinder slowRenewals(ControllerOptions options, Election election) {
        return registry -> FunctionCounter.builder("leader.election.slowpath", election, Election::slowRenewals)
                .tag("name", options.leaderElection().resourceName())
                .description("Renewals of the lease for which the leader had to read it first")
                .register(registry);
    }

    @Bean
    QueueMetrics queueMetrics(MeterRegistry registry, ControllerOptions options) {
        return new QueueMetrics(registry, queue(options.app()));
    }

    /** The name of the reference's queue for the same objects. */
    private static String queue(App app) {
        return switch (app) {
            case NODE -> "Nodes";
            case SERVICE -> "service";
            case ROUTE -> "Routes";
        };
    }

    @Bean
    SmartInitializingSingleton requestMetrics(Preflight.Cleared cleared, MeterRegistry registry) {
        return () -> cleared.requests().listen(new RestClientMetrics(registry));
    }
}
