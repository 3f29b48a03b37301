package io.azureccm.e2e.suite.conformance;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The outcome is what the documented behaviour of the reference says; several cases at a time, each on a cluster of its own. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class OwnConformanceTest {
    static final List<String> CASES = OwnCases.names();

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void reachesTheStateThatIsDocumented(String name, @TempDir Path folder) {
        ServiceConformance.play(OwnCases.read(name), folder);
    }
}
