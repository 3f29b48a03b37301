package io.azureccm.e2e.suite.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.suite.harness.Settled;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest;
import io.azureccm.e2e.suite.harness.controller.ServiceControllerInProcess;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
        try (SimulatedAzure azure = new SimulatedAzure(AzureSimulator.start(), folder);
                Cluster cluster = Cluster.on(kubernetes);
                ControllerUnderTest controller = kind.make(new SteadyState(STILL), new Settled(azure, cluster),
                        folder)) {
            List<String> problems = new ConformanceRun(given, azure, cluster, controller).play(folder,
                    kubernetes.kubeconfig(), List.of("--leader-elect=false", "--secure-port=0"));
            assertThat(problems).as(() -> controller.log() + azure.callLog()).isEmpty();
            assertThat(azure.simulator().problems()).isEmpty();
        }
    }
}
