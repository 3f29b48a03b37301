package io.azureccm.e2e.suite.conformance;

import io.azureccm.e2e.suite.harness.controller.ControllerProcess;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import io.azureccm.e2e.suite.process.CachedApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packaged jar as a process, started as a user starts it: one case of its own class path, flags, TLS and sign-in. With
 * {@code -Dcontroller.jar=FILE} that jar is run, on all cases.
 */
class PackagedJarConformanceTest {
    private static final String GIVEN = System.getProperty("controller.jar", "");

    static Stream<String> cases() {
        return (GIVEN.isEmpty() ? List.of("basic-tcp") : ConformanceCases.SUPPORTED).stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void reachesTheStateOfTheReference(String name, @TempDir Path folder) {
        Path jar = GIVEN.isEmpty()
                ? CachedApp.packaged("service-controller")
                : Path.of(GIVEN);
        Assumptions.assumeTrue(Files.exists(jar), () -> jar + " has not been packaged");
        try (KubernetesTarget kubernetes = KubernetesTarget.open(folder)) {
            ServiceConformance.play(name, kubernetes,
                    (steadyState, looking, logs) -> ControllerProcess.ofJar(jar, logs.resolve("controller.log"),
                            steadyState,
                            looking),
                    folder);
        }
    }
}
