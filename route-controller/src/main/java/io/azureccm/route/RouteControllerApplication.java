package io.azureccm.route;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerProgram.Description;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.NodeWatchLoop;
import io.azureccm.common.boot.command.Commands;
import io.azureccm.common.boot.doctor.DoctorCommand;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.preview.PlanCommand;
import io.azureccm.common.boot.preview.ReplayCommand;
import io.azureccm.common.boot.preview.SnapshotCommand;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.ConditionSettings;
import io.azureccm.common.boot.settings.OrphanSettings;
import io.azureccm.common.boot.spring.ControllerApp;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import org.springframework.context.annotation.Bean;

/** The route controller as a Spring Boot app. Its lease is {@code kube-system/azure-route-controller}. */
@ControllerApp
public class RouteControllerApplication {
    public static void main(String[] args) throws InterruptedException {
        ControllerLauncher.main(commands(), RouteControllerApplication.class, args);
    }

    /** The subcommands of the app. */
    public static Commands commands() {
        return Commands.of(App.ROUTE, new PlanCommand(RouteControllerApplication::forCommand),
                new SnapshotCommand(RouteControllerApplication::forCommand), new DoctorCommand(),
                new ReplayCommand(RouteControllerApplication::forReplay));
    }

    @Bean
    RoutesEndpoint routesEndpoint(Explanations explanations) {
        return new RoutesEndpoint(explanations);
    }

    @Bean
    ControllerProgram routeProgram(MeterRegistry registry, OrphanRegister orphans, ConditionSettings conditions,
            HeadroomRegister headroom) {
        return program(registry, orphans, conditions.options(), headroom);
    }

    /** For a one-off command: metrics are not exported, and there is no orphan audit. */
    private static ControllerProgram forCommand(MeterRegistry registry) {
        return program(registry, OrphanRegister.off(), ConditionOptions.OFF,
                new HeadroomRegister(registry, none -> {}));
    }

    /** For a replay: the same as in the app, without metrics. */
    private static ControllerProgram forReplay(AppSettings settings) {
        MeterRegistry registry = new SimpleMeterRegistry();
        return program(registry, new OrphanRegister(settings.of(OrphanSettings.class).policy(), orphans -> {}),
                settings.of(ConditionSettings.class).options(), new HeadroomRegister(registry, none -> {}));
    }

    private static ControllerProgram program(MeterRegistry registry, OrphanRegister orphans,
            ConditionOptions conditions,
            HeadroomRegister headroom) {
        RouteMetrics metrics = new RouteMetrics(registry, headroom);
        return new ControllerProgram("nodes",
                options -> new Description("Nodes", "one route table; a condition and events of Nodes"),
                ports -> whyIdle(ports).<ControllerLoop>map(why -> new NodeWatchLoop(ports, why))
                        .orElseGet(() -> RouteControllerFactory.create(ports, metrics, orphans, conditions)));
    }

    /** Why this app has nothing to do, as the end of a sentence about nodes. */
    private static Optional<String> whyIdle(ControllerPorts ports) {
        ControllerOptions options = ports.options();
        if (!options.work().route().enabled())
            return Optional.of("routes are not managed: --configure-cloud-routes=false");
        if (!options.run().controllers().includes(ControllerName.NODE_ROUTE))
            return Optional
                    .of("routes are not managed: --controllers leaves out " + ControllerName.NODE_ROUTE.fullName());
        if (options.cluster().podRanges().isEmpty())
            return Optional.of("routes are not managed: --cluster-cidr, the ranges of pod addresses, is not set");
        if (ports.azure().config().placement().network().routeTableName().isEmpty())
            return Optional.of("routes are not managed: the cloud config has no routeTableName");
        return Optional.empty();

    }
}
