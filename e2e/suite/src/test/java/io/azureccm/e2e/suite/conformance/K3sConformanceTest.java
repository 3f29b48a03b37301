package io.azureccm.e2e.suite.conformance;

import io.azureccm.e2e.suite.conformance.ServiceConformance.ControllerKind;
import io.azureccm.e2e.suite.harness.kubernetes.K3sKubernetes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.junit.jupiter.Testcontainers;

/** The same cases on a k3s server, where there is Docker and the image can be had. */
@Testcontainers(disabledWithoutDocker = true)
class K3sConformanceTest {
    static final List<String> CASES = ConformanceCases.SUPPORTED;
    static final List<String> DEPLOYED = ChartDeploymentTest.CASES;

    private static K3sKubernetes kubernetes;

    @BeforeAll
    static void start(@TempDir Path folder) {
        try {
            kubernetes = K3sKubernetes.start(folder);
        } catch (ContainerFetchException noImage) {
            Assumptions.abort("the k3s image cannot be had here: " + noImage.getMessage());
        }
    }

    @AfterAll
    static void stop() {
        if (kubernetes != null) {
            kubernetes.close();
        }
    }

    /** Roles, tokens and defaults are those of a real API server here. */
    @ParameterizedTest(name = "{0}")
    @FieldSource("DEPLOYED")
    void reachesTheStateOfTheReferenceWithWhatTheChartGives(String name, @TempDir Path folder) {
        ChartDeploymentTest.play(name, kubernetes, folder);
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void reachesTheStateOfTheReference(String name, @TempDir Path folder) {
        ServiceConformance.play(name, kubernetes, ControllerKind.IN_PROCESS, folder);
    }
}
