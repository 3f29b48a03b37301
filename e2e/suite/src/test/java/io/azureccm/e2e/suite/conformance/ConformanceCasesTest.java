package io.azureccm.e2e.suite.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.suite.conformance.ConformanceCase.CallLimits;
import io.azureccm.e2e.suite.conformance.ConformanceCase.Step;
import io.azureccm.e2e.suite.conformance.ConformanceCase.Warning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConformanceCasesTest {
    @Test
    void everyCaseFileIsEitherRunOrNamedAsPlanned() throws Exception {
        Path folder = Path.of(ConformanceCasesTest.class.getResource("/conformance/service").toURI());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(ConformanceCases.SUPPORTED.stream(), ConformanceCases.PLANNED.stream())
                                    .toList());
        }
    }

    @Test
    void readsEstateStepsExpectationAndLimits() {
        ConformanceCase read = ConformanceCases.read("delete-one-of-two");

        assertThat(read.cloudConfig().path("primaryScaleSetName").asText()).isEqualTo("vmss-a");
        assertThat(read.azure()).hasSize(7);
        assertThat(read.nodes()).hasSize(3).allSatisfy(node -> assertThat(node.addresses()).hasSize(1));
        assertThat(read.steps()).hasSize(2);
        assertThat(read.steps().getFirst()).isInstanceOfSatisfying(Step.Apply.class,
                apply -> assertThat(apply.manifests()).hasSize(2));
        assertThat(read.steps().getLast()).isEqualTo(new Step.Delete(List.of("default/web")));
        assertThat(read.expect().services().get("default/web").isNull()).isTrue();
        assertThat(read.limits()).isEqualTo(new CallLimits(33, 13));
    }

    @Test
    void readsWarningsAsPairsOfServiceAndReason() {
        assertThat(ConformanceCases.read("idle-timeout-bad").expect().warnings())
                .containsExactly(new Warning("web", "SyncLoadBalancerFailed"));
    }

    @Test
    void readsLabelsToSetAndToRemove() throws IOException {
        ConformanceCase read = ConformanceCases.parse(new ObjectMapper().readTree(
                """
                        {"name": "n", "cloudConfig": {}, "azure": [], "nodes": [],
                         "steps": [{"node_labels": {"node-1": {"a": "b", "c": null}}}],
                         "expect": {"azure": {}, "services": {}, "afterDelete": {}}, "referenceCalls": {"reads": 0, "writes": 0}}
                        """));

        assertThat(read.steps()).singleElement().isInstanceOfSatisfying(Step.LabelNodes.class, step -> {
            Map<String, String> labels = step.labels().get("node-1");
            assertThat(labels).containsEntry("a", "b").containsEntry("c", null);
        });
    }

    @Test
    void refusesAStepItDoesNotKnow() {
        assertThatThrownBy(() -> ConformanceCases.parse(new ObjectMapper().readTree(
                """
                        {"name": "n", "cloudConfig": {}, "steps": [{"explode": []}],
                         "expect": {"azure": {}, "services": {}, "afterDelete": {}}, "referenceCalls": {"reads": 0, "writes": 0}}
                        """)))
                .hasMessageContaining("unknown step explode");
    }

    @Test
    void refusesAKeyItWouldIgnore() {
        assertThatThrownBy(() -> ConformanceCases.parse(new ObjectMapper().readTree(
                """
                        {"name": "n", "cloudConfig": {}, "stesp": [],
                         "expect": {"azure": {}, "services": {}, "afterDelete": {}}, "referenceCalls": {"reads": 0, "writes": 0}}
                        """)))
                .hasMessageContaining("stesp");
    }
}
