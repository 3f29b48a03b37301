package io.azureccm.e2e.charts.pods;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static io.azureccm.e2e.charts.RenderedChart.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The doctor as a hook of Helm: it runs before anything of the release is there, and with nothing of the release. */
class DoctorHookTest {
    static final List<String> CHARTS = Charts.ALL;
    private static final String HOOK = "/metadata/annotations/helm.sh~1hook";

    private static List<JsonNode> hooks(RenderedChart rendered) {
        return rendered.objects().stream().filter(object -> !object.at(HOOK).isMissingNode()).toList();
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void thereIsNoHookUnlessItIsSwitchedOn(String chart) {
        assertThat(hooks(RenderedChart.of(chart))).isEmpty();
        assertThat(RenderedChart.of(chart).all("Job")).isEmpty();
        String without = new Helm(Charts.folder(chart)).template()
                .withKubeVersion("1.32.0")
                .set("doctor.enabled", "true")
                .set("image.registry", "example.com")
                .call();
        assertThat(without).as("Helm takes them for hooks").contains("kind: DaemonSet").doesNotContain("kind: Job");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void whatTheHookNeedsIsMadeBeforeItAndByItself(String chart) {
        RenderedChart rendered = RenderedChart.with(chart,
                "{doctor: {enabled: true}, flags: {cloud-config-secret-name: azure}, settings: {orphans: {grace: 1h}}}");
        List<JsonNode> hooks = hooks(rendered);
        assertThat(hooks).hasSize(9).allSatisfy(hook -> {
            assertThat(hook.at(HOOK).asText()).isEqualTo("pre-install,pre-upgrade");
            assertThat(hook.at(HOOK + "-delete-policy").asText()).isEqualTo("before-hook-creation,hook-succeeded");
            assertThat(rendered.objects()
                    .stream()
                    .filter(other -> !hooks.contains(other))
                    .map(other -> other.path("kind").asText() + other.at("/metadata/name").asText()))
                    .as("a hook that is taken away must not take an object of the release with it")
                    .doesNotContain(hook.path("kind").asText() + hook.at("/metadata/name").asText());
        });
        JsonNode job = rendered.only("Job");
        List<String> mine = new ArrayList<>(List.of("Secret azure-cloud-provider"));
        hooks.stream()
                .filter(hook -> hook.at(HOOK + "-weight").asInt() < job.at(HOOK + "-weight").asInt())
                .forEach(hook -> mine.add(hook.path("kind").asText() + " " + hook.at("/metadata/name").asText()));
        assertThat(mine).hasSize(9)
                .contains("ServiceAccount "
                        + job.at("/spec/template/spec/serviceAccountName").asText());
        for (JsonNode volume : job.at("/spec/template/spec/volumes")) {
            if (volume.has("configMap"))
                assertThat(mine).contains("ConfigMap " + volume.at("/configMap/name").asText());
            if (volume.has("secret"))
                assertThat(mine).contains("Secret " + volume.at("/secret/secretName").asText());
        }
        for (JsonNode binding : hooks) {
            if (binding.path("kind").asText().endsWith("Binding")) {
                assertThat(binding.at(HOOK + "-weight").asInt()).as("after its role").isEqualTo(-1);
                assertThat(mine).contains(
                        binding.at("/roleRef/kind").asText() + " " + binding.at("/roleRef/name").asText());
            }
        }
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void itChecksWithTheFlagsOfTheControllerAndWarningsDoNotStopTheRelease(String chart) {
        RenderedChart rendered = RenderedChart.with(chart,
                "{doctor: {enabled: true}, flags: {cluster-name: blue}, extraArgs: [--v=4], cloudConfig: {secretName: '', hostPath: /etc/kubernetes/cloud.json}}");
        JsonNode pod = rendered.only("Job").at("/spec/template/spec");
        List<String> args = texts(pod.at("/containers/0/args"));
        assertThat(args).startsWith("doctor", "--fail-on=failure", "--cloud-config=/etc/azure/cloud.json");
        List<String> controller = new ArrayList<>(rendered.args());
        controller.removeIf(arg -> arg.startsWith("--secure-port="));
        assertThat(args.subList(2, args.size())).isEqualTo(controller);
        assertThat(pod.path("restartPolicy").asText()).isEqualTo("Never");
        assertThat(rendered.only("Job").at("/spec/backoffLimit").asInt(-1)).isZero();
        for (String same : List.of("hostNetwork", "dnsPolicy", "nodeSelector", "tolerations", "securityContext"))
            assertThat(pod.path(same)).as(same).isEqualTo(rendered.pod().path(same));
        assertThat(pod.at("/containers/0/securityContext")).isEqualTo(rendered.container().path("securityContext"));
        // Only a controller has turns to record.
        assertThat(stream(pod.path("volumes")).map(volume -> volume.path("name").asText()))
                .containsExactlyElementsOf(stream(rendered.pod().path("volumes")).map(volume -> volume.path("name")
                        .asText()).filter(name -> !name.equals("record")).toList());
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void itMayReadAndNothingElse(String chart) {
        RenderedChart rendered = RenderedChart.with(chart, "{doctor: {enabled: true}}");
        assertThat(hooks(rendered).stream().flatMap(hook -> stream(hook.path("rules"))))
                .extracting(rule -> String.join(" ", texts(rule.path("resources"))) + ": "
                        + String.join(" ", texts(rule.path("verbs"))))
                .containsExactlyInAnyOrder("nodes: list", "leases: get", "leases: list",
                        "deployments: list");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void itsPodsAreNotThoseOfTheController(String chart) {
        JsonNode labels = RenderedChart.with(chart, "{doctor: {enabled: true}}")
                .only("Job")
                .at("/spec/template/metadata/labels");
        assertThat(labels.path("app.kubernetes.io/name").asText()).isEqualTo(chart + "-doctor");
    }
}
