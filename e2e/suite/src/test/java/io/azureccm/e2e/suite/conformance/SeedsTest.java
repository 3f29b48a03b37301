package io.azureccm.e2e.suite.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.state.AzureStateNormaliser;
import io.azureccm.e2e.suite.state.StateDiff;
import io.azureccm.e2e.suite.state.UidNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a case says is in Azure before is what the simulator shows when it was loaded. */
class SeedsTest {
    static Stream<String> cases() {
        return Stream.concat(ConformanceCases.SUPPORTED.stream(), ConformanceCases.PLANNED.stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void seedsComeBackAsTheyWereGiven(String name, @TempDir Path folder) {
        ConformanceCase given = ConformanceCases.read(name);
        try (SimulatedAzure azure = new SimulatedAzure(AzureSimulator.start(), folder)) {
            azure.seed(given.azure());

            List<ObjectNode> resources = azure.resources();
            assertThat(resources).extracting(resource -> resource.path("id").asText())
                    .containsAll(given.azure().stream().map(resource -> resource.path("id").asText()).toList());
            ObjectNode untouched = given.expect().afterDelete();
            assertThat(
                    StateDiff.lines(untouched, new AzureStateNormaliser(new UidNames(Map.of())).normalise(resources)))
                    .isEmpty();
            assertThat(azure.calls()).isEqualTo(new SimulatedAzure.Calls(0, 0));
            assertThat(azure.simulator().problems()).isEmpty();
        }
    }
}
