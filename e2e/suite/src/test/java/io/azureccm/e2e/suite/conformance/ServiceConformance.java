package io.azureccm.e2e.suite.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.suite.harness.Settled;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.controller.ServiceControllerInProcess;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import io.azureccm.e2e.suite.scenario.ScenarioSides;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Plays conformance cases of the service controller on the ARM simulator and a Kubernetes API. */
final class ServiceConformance {
    /** Longer than the controller waits for more changes before it plans. */
    static final Duration STILL = Duration.ofSeconds(1);

    private ServiceConformance() {}

    /** Makes the controller that a case runs on. */
    @FunctionalInterface
    interface ControllerKind {
        ControllerUnderTest make(SteadyState steadyState, Supplier<SteadyState.Observation> looking, Path folder);

        ControllerKind IN_PROCESS = (steadyState, looking, folder) -> new ServiceControllerInProcess(steadyState,
                looking);
    }

    static void play(String name, KubernetesTarget kubernetes, ControllerKind kind, Path folder) {
        play(ConformanceCases.read(name), kubernetes, kind, folder);
    }

    static void play(ConformanceCase given, KubernetesTarget kubernetes, ControllerKind kind, Path folder) {
        try (ScenarioSides sides = new ScenarioSides(new SimulatedAzure(AzureSimulator.start(), folder), kubernetes,
                Optional.empty())) {
            play(given, sides, kind, folder);
        }
    }

    /** In this process and, unless an API server is given, in virtual time. */
    static void play(ConformanceCase given, Path folder) {
        try (ScenarioSides sides = ScenarioSides.open(folder, AzureSimulator.builder(), false)) {
            play(given, sides, ControllerKind.IN_PROCESS, folder);
        }
    }

    private static void play(ConformanceCase given, ScenarioSides sides, ControllerKind kind, Path folder) {
        SimulatedAzure azure = sides.azure();
        try (Cluster cluster = Cluster.on(sides.kubernetes());
                ControllerUnderTest controller = kind.make(sides.steadyState(STILL), new Settled(azure, cluster),
                        folder)) {
            List<String> problems = new ConformanceRun(given, azure, cluster, controller).play(
                    new Launch(folder.resolve("azure.json"), sides.kubernetes().kubeconfig(),
                            List.of("--leader-elect=false", "--secure-port=0"), azure.environment(), sides.world()));
            assertThat(problems).as(() -> controller.log() + azure.callLog()).isEmpty();
            assertThat(azure.simulator().problems()).isEmpty();
        }
    }
}
