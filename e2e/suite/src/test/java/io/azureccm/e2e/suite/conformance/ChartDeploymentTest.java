package io.azureccm.e2e.suite.conformance;

import io.azureccm.e2e.suite.harness.controller.DeployedController;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import io.azureccm.e2e.suite.process.CachedApp;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Cases of the service controller as its chart deploys it: the API takes the chart's objects, and its rights are enough. */
class ChartDeploymentTest {
    static final List<String> CASES = List.of("basic-tcp", "delete-one-of-two");

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void reachesTheStateOfTheReferenceWithWhatTheChartGives(String name, @TempDir Path folder) {
        try (KubernetesTarget kubernetes = KubernetesTarget.open(folder)) {
            play(name, kubernetes, folder);
        }
    }

    static void play(String name, KubernetesTarget kubernetes, Path folder) {
        Assumptions.assumeTrue(CachedApp.isPackaged("service-controller"), "service-controller has not been packaged");
        ServiceConformance.play(name, kubernetes,
                (steadyState, looking, files) -> new DeployedController("service-controller", files, steadyState,
                        looking),
                folder);
    }
}
