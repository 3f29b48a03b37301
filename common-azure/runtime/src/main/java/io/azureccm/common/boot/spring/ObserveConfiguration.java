package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.azure.AzureConnector;
import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.leader.Election;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.BlastRadiusSettings;
import io.azureccm.common.boot.settings.ConditionSettings;
import io.azureccm.common.boot.settings.OrphanSettings;
import io.azureccm.common.boot.settings.console.ConsoleSettings;
import io.azureccm.common.boot.supervisor.ControllerSupervisor;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.leader.LeaseAnnotation;
import io.azureccm.common.observe.CertificateWatch;
import io.azureccm.common.observe.ConsoleLinks;
import io.azureccm.common.observe.ControllerInfo;
import io.azureccm.common.observe.LeaseEvents;
import io.azureccm.common.observe.endpoint.BudgetEndpoint;
import io.azureccm.common.observe.endpoint.CloudConfigEndpoint;
import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.endpoint.OrphansEndpoint;
import io.azureccm.common.observe.endpoint.PlansEndpoint;
import io.azureccm.common.observe.health.HealthChecks;
import io.azureccm.common.observe.health.HealthcheckMetrics;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.ObjectStateMetrics;
import io.azureccm.common.observe.metrics.RemovalMetrics;
import io.azureccm.common.observe.orphan.OrphanEvents;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.observe.removal.RemovalRegister;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Actuator endpoints for health, info, metrics and plans, all computed from the supervisor's state. Bean names are the names
 * of health components.
 */
@Configuration(proxyBeanMethods = false)
@Import({HealthcheckMetrics.class, BudgetEndpoint.class, PlansEndpoint.class, OrphansEndpoint.class})
class ObserveConfiguration {
    @Bean
    HealthIndicator loopHealthIndicator(HealthcheckMetrics metrics, ControllerSupervisor supervisor) {
        return metrics.recorded("loop", health -> HealthChecks.loop(supervisor.get(), health));
    }

    @Bean
    HealthIndicator turnsHealthIndicator(HealthcheckMetrics metrics, ControllerSupervisor supervisor) {
        return metrics.recorded("turns", health -> HealthChecks.turns(supervisor.get(), health));
    }

    @Bean
    HealthIndicator kubernetesHealthIndicator(HealthcheckMetrics metrics, ControllerSupervisor supervisor) {
        return metrics.recorded("kubernetes", health -> HealthChecks.kubernetes(supervisor.get(), health));
    }

    @Bean
    HealthIndicator azureHealthIndicator(HealthcheckMetrics metrics, ControllerSupervisor supervisor) {
        return metrics.recorded("azure", health -> HealthChecks.azure(supervisor.get(), health));
    }

    /** Always up, since a breaker is a protection: details name the kinds of calls that are currently suspended. */
    @Bean
    HealthIndicator breakersHealthIndicator(AzureConnector connector) {
        return HealthcheckMetrics.checked(health -> health.up().withDetail("suspended", connector.suspended()));
    }

    @Bean
    HealthIndicator leadershipHealthIndicator(ControllerSupervisor supervisor, RemovalRegister removals) {
        return HealthcheckMetrics
                .checked(health -> HealthChecks.leadership(supervisor.get(), removals.held(), health));
    }

    @Bean
    HealthIndicator budgetHealthIndicator(ArmBudget budget) {
        return HealthcheckMetrics.checked(health -> HealthChecks.budget(budget.state(), health));
    }

    @Bean
    CloudConfigEndpoint cloudConfigEndpoint(Preflight.Cleared cleared, ConfigFollower config, AppSettings settings) {
        return new CloudConfigEndpoint(config.source(), config::inUse, settings.shown(), cleared.options()::toString);
    }

    @Bean
    Explanations explanations(ControllerSupervisor supervisor, PlanJournal journal) {
        return new Explanations(supervisor::explainer, journal, () -> supervisor.get().leadership());
    }

    @Bean
    ConsoleLinks consoleLinks(ConfigFollower config, ConsoleSettings settings, Preflight.Cleared cleared) {
        return new ConsoleLinks(config::usable, settings.others(), cleared.trust().context());
    }

    @Bean
    CertificateWatch certificateWatch(ControllerOptions options, ConfigFollower config, KubernetesClient kubernetes,
            LeaseEvents events, ControllerSupervisor supervisor, ConditionSettings conditions, Clock clock) {
        return new CertificateWatch(
                CertificateSources.of(config, options.serving().tls(), kubernetes.getConfiguration()), clock, events,
                () -> supervisor.get().leadership().leading(), conditions.options());
    }

    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService certificateChecks(CertificateWatch watch) {
        ScheduledExecutorService checks = Executors.newSingleThreadScheduledExecutor(
                Thread.ofVirtual().name("certificates").factory());
        checks.scheduleWithFixedDelay(watch::check, 1, 60, TimeUnit.MINUTES);
        return checks;
    }

    @Bean
    OrphanRegister orphanRegister(OrphanSettings settings, ControllerOptions options, LeaseEvents events) {
        OrphanPolicy policy = options.app() == App.NODE
                ? OrphanPolicy.OFF
                : settings.policy();
        return new OrphanRegister(policy, new OrphanEvents(events));
    }

    @Bean
    RemovalMetrics removalMetrics(MeterRegistry registry, BlastRadiusSettings radius, ControllerOptions options) {
        return new RemovalMetrics(registry, radius.limits());
    }

    @Bean
    RemovalRegister removalRegister(LeaseEvents events, KubernetesClient kubernetes, RemovalMetrics metrics) {
        return new RemovalRegister(events, new LeaseAnnotation(new ApiRequests(kubernetes),
                events.lease().namespace(), events.lease().name(), RemovalRegister.ANNOTATION), metrics::held);
    }

    @Bean
    HeadroomRegister headroomRegister(MeterRegistry registry, ControllerOptions options, LeaseEvents events) {
        return new HeadroomRegister(registry, options.dryRun() || options.run().shadow()
                ? none -> {}
                : HeadroomRegister.events(events));
    }

    @Bean
    ObjectStateMetrics objectStateMetrics(Explanations explanations) {
        return new ObjectStateMetrics(explanations::list, System::nanoTime);
    }

    @Bean
    ControllerInfo controllerInfo(ControllerOptions options, ControllerProgram program, Election election,
            ConfigFollower config) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("name", options.app().title());
        about.put("version", ControllerLauncher.version());
        about.put("cluster", options.clusterName());
        about.put("watches", program.description(options).watches());
        about.put("writes",
                options.run().shadow()
                        ? "nothing: shadow"
                        : options.dryRun() ? "nothing: dry run" : program.description(options).writes());
        about.put("leadership", election.decidedBy());
        return new ControllerInfo(about, config::inUse);
    }
}
