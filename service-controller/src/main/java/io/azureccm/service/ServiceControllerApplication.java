package io.azureccm.service;

import io.azureccm.common.boot.ControllerProgram.Description;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.command.Commands;
import io.azureccm.common.boot.doctor.DoctorCommand;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.preview.PlanCommand;
import io.azureccm.common.boot.preview.ReplayCommand;
import io.azureccm.common.boot.preview.SnapshotCommand;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.OrphanSettings;
import io.azureccm.common.boot.settings.BackendHealthSettings;
import io.azureccm.common.boot.spring.ControllerApp;
import io.azureccm.common.boot.settings.ConditionSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.metrics.SyncMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.springframework.context.annotation.Bean;

/** The service controller as a Spring Boot app. Its lease is {@code kube-system/azure-service-controller}. */
@ControllerApp
public class ServiceControllerApplication {
    public static void main(String[] args) throws InterruptedException {
        ControllerLauncher.main(commands(), ServiceControllerApplication.class, args);
    }

    /** The commands of the app besides running the controller. */
    public static Commands commands() {
        return Commands.of(App.SERVICE, new PlanCommand(ServiceControllerApplication::program),
                new SnapshotCommand(ServiceControllerApplication::program), new DoctorCommand(),
                new ReplayCommand(ServiceControllerApplication::forReplay));
    }

    /** The program for a command that runs once: without published metrics and without an orphan audit. */
    static ControllerProgram program(MeterRegistry registry) {
        return program(registry, new CloudOperations(registry), OrphanRegister.off(), ConditionOptions.OFF, 0,
                new HeadroomRegister(registry, none -> {}));
    }

    /** For a replay: the same as in the app, without metrics. */
    private static ControllerProgram forReplay(AppSettings settings) {
        MeterRegistry registry = new SimpleMeterRegistry();
        return program(registry, new CloudOperations(registry),
                new OrphanRegister(settings.of(OrphanSettings.class).policy(), orphans -> {}),
                settings.of(ConditionSettings.class).options(),
                settings.of(BackendHealthSettings.class).callsPerHour(), new HeadroomRegister(registry, none -> {}));
    }

    @Bean
    ServicesEndpoint servicesEndpoint(Explanations explanations) {
        return new ServicesEndpoint(explanations);
    }

    @Bean
    BackendsEndpoint backendsEndpoint(Explanations explanations) {
        return new BackendsEndpoint(explanations);
    }

    @Bean
    ControllerProgram serviceProgram(MeterRegistry registry, CloudOperations operations, OrphanRegister orphans,
            ConditionSettings conditions, BackendHealthSettings health, HeadroomRegister headroom) {
        return program(registry, operations, orphans, conditions.options(), health.callsPerHour(), headroom);
    }

    private static ControllerProgram program(MeterRegistry registry, CloudOperations operations,
            OrphanRegister orphans, ConditionOptions conditions, int healthCallsPerHour, HeadroomRegister headroom) {
        Description description = new Description(
                "Services, Nodes; with several load balancers EndpointSlices and Namespaces",
                "load balancers, public IPs, security group, pool membership; status, finalizer and events of"
                        + " Services");
        return new ControllerProgram("services", options -> description, ports -> {
            CloudConfig config = ports.azure().config();
            return ServiceControllerFactory.create(ports, new ReconcileMetrics(registry, operations,
                    new SyncMetrics.Place(config.networkSubscriptionId(), config.resourceGroup()), headroom), orphans,
                    conditions, healthCallsPerHour);
        });
    }
}
