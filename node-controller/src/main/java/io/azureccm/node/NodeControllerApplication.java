package io.azureccm.node;

import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.command.Commands;
import io.azureccm.common.boot.doctor.DoctorCommand;
import io.azureccm.common.boot.launch.AgentLauncher;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.preview.PlanCommand;
import io.azureccm.common.boot.preview.ReplayCommand;
import io.azureccm.common.boot.preview.SnapshotCommand;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.ConditionSettings;
import io.azureccm.common.boot.spring.ControllerApp;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.springframework.context.annotation.Bean;

/**
 * The node controller as a Spring Boot app. Its lease is {@code kube-system/azure-node-controller}. With the profile
 * {@code agent} it manages only the node it runs on.
 */
@ControllerApp
public class NodeControllerApplication {
    public static void main(String[] args) throws InterruptedException {
        if (AgentLauncher.isAsked(args, System.getenv())) {
            AgentLauncher.main(App.NODE, NodeAgentApplication.class, args);
        } else {
            ControllerLauncher.main(commands(), NodeControllerApplication.class, args);
        }
    }

    /** The subcommands of the app. */
    public static Commands commands() {
        return Commands.of(App.NODE, new PlanCommand(NodeControllerApplication::program),
                new SnapshotCommand(NodeControllerApplication::program), new DoctorCommand(),
                new ReplayCommand(NodeControllerApplication::forReplay));
    }

    /** For a one-off command, whose metrics are not exported. */
    private static ControllerProgram program(MeterRegistry registry) {
        return program(registry, ConditionOptions.OFF, new HeadroomRegister(registry, none -> {}));
    }

    /** For a replay: the same as in the app, without metrics. */
    private static ControllerProgram forReplay(AppSettings settings) {
        MeterRegistry registry = new SimpleMeterRegistry();
        return program(registry, settings.of(ConditionSettings.class).options(),
                new HeadroomRegister(registry, none -> {}));
    }

    @Bean
    NodesEndpoint nodesEndpoint(Explanations explanations) {
        return new NodesEndpoint(explanations);
    }

    @Bean
    ControllerProgram nodeProgram(MeterRegistry registry, ConditionSettings conditions, HeadroomRegister headroom) {
        return program(registry, conditions.options(), headroom);
    }

    private static ControllerProgram program(MeterRegistry registry, ConditionOptions conditions,
            HeadroomRegister headroom) {
        return new ControllerProgram("nodes", NodeDescription::of,
                ports -> new NodeLoop(ports, registry, conditions, headroom));
    }
}
