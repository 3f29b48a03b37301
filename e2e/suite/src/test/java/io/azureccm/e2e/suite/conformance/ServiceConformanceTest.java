package io.azureccm.e2e.suite.conformance;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The outcome in Azure and in Kubernetes is that of the reference, with no more calls. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class ServiceConformanceTest {
    static final List<String> CASES = ConformanceCases.SUPPORTED;

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void reachesTheStateOfTheReference(String name, @TempDir Path folder) {
        ServiceConformance.play(ConformanceCases.read(name), folder);
    }
}
