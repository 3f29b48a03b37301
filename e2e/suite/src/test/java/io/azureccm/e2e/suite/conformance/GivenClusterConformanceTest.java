package io.azureccm.e2e.suite.conformance;

import io.azureccm.e2e.suite.conformance.ServiceConformance.ControllerKind;
import io.azureccm.e2e.suite.harness.KubernetesTarget;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The same cases on the API server that {@code -Dcluster.kubeconfig=FILE} names, one after the other. It must have no nodes, no
 * Services of type LoadBalancer and no controller for them; what a case made is removed after it.
 */
@EnabledIfSystemProperty(named = "cluster.kubeconfig", matches = ".+", disabledReason = "no -Dcluster.kubeconfig=FILE")
class GivenClusterConformanceTest {
    static final List<String> CASES = ConformanceCases.SUPPORTED;

    private record Given(Path kubeconfig) implements KubernetesTarget {
        @Override
        public void close() {
            // It belongs to whoever named it.
        }
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void reachesTheStateOfTheReference(String name, @TempDir Path folder) {
        try (Given kubernetes = new Given(Path.of(System.getProperty("cluster.kubeconfig")))) {
            ServiceConformance.play(name, kubernetes, ControllerKind.IN_PROCESS, folder);
        }
    }
}
