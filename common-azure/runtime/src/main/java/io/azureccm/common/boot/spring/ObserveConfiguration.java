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
import io.azureccm.common.observe.endpoint.CloudConfigEndpoint;
import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.endpoint.OrphansEndpoint;
import io.azureccm.common.observe.endpoint.PlansEndpoint;
import io.azureccm.common.observe.health.AzureHealth;
import io.azureccm.common.observe.health.BreakersHealth;
import io.azureccm.common.observe.health.HealthcheckMetrics;
import io.azureccm.common.observe.health.KubernetesHealth;
import io.azureccm.common.observe.health.LeadershipHealth;
import io.azureccm.common.observe.health.LoopHealth;
import io.azureccm.common.observe.health.TurnsHealth;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.ObjectStateMetrics;
import io.azureccm.common.observe.metrics.OrphanMetrics;
import io.azureccm.common.observe.metrics.RemovalMetrics;
import io.azureccm.common.observe.orphan.OrphanEvents;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.observe.removal.RemovalRegister;
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

/**
 * Actuator endpoints for health, info, metrics and plans, all computed from the supervisor's state. Bean names are the names
 * of health components.
 */
@Configuration(proxyBeanMethods = false)
class ObserveConfiguration {
    @Bean
    HealthcheckMetrics healthcheckMetrics(MeterRegistry registry) {
        return new HealthcheckMetrics(registry);
    }

    @Bean
    HealthIndicator loopHealthIndicator(HealthcheckMetrics metrics, ControllerSupervisor supervisor) {
        return metrics.recorded("loop", new LoopHealth(supervisor));
    }

    @Bean
    HealthIndicator turnsHealthIndicator(HealthcheckMetrics metrics, ControllerSupervisor supervisor) {
        return metrics.recorded("turns", new TurnsHealth(supervisor));
    }

    @Bean
    HealthIndicator kubernetesHealthIndicator(HealthcheckMetrics metrics, ControllerSupervisor supervisor) {
        return metrics.recorded("kubernetes", new KubernetesHealth(supervisor));
    }

    @Bean
    HealthIndicator azureHealthIndicator(HealthcheckMetrics metrics, ControllerSupervisor supervisor) {
        return metrics.recorded("azure", new AzureHealth(supervisor));
    }

    @Bean
    BreakersHealth breakersHealthIndicator(AzureConnector connector) {
        return new BreakersHealth(connector::suspended);
    }

    @Bean
    LeadershipHealth leadershipHealthIndicator(ControllerSupervisor supervisor, RemovalRegister removals) {
        return new LeadershipHealth(supervisor, removals::held);
    }

    @Bean
    CloudConfigEndpoint cloudConfigEndpoint(Preflight.Cleared cleared, ConfigFollower config, AppSettings settings) {
        return new CloudConfigEndpoint(config.source(), config::inUse, settings.shown()
                .stream()
                .map(each -> new CloudConfigEndpoint.Setting(each.name(), each.value(), each.from()))
                .toList(), cleared.options()::toString);
    }

    @Bean
    PlansEndpoint plansEndpoint(PlanJournal journal) {
        return new PlansEndpoint(journal);
    }

    @Bean
    Explanations explanations(ControllerSupervisor supervisor, PlanJournal journal) {
        return new Explanations(supervisor, journal, () -> supervisor.get().leadership());
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
    OrphansEndpoint orphansEndpoint(OrphanRegister orphans) {
        return new OrphansEndpoint(orphans);
    }

    @Bean
    OrphanMetrics orphanMetrics(OrphanRegister orphans) {
        return new OrphanMetrics(orphans);
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
