package io.azureccm.e2e.charts.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Names, labels, accounts and probes that the user chooses, and the pod of {@code helm test}. */
class CustomObjectsTest {
    static final List<String> CHARTS = Charts.ALL;
    private static final String EVERYTHING = "monitoring: {skipApiCheck: true, serviceMonitor: {enabled: true}, alerts: "
            + "{enabled: true}, dashboard: {enabled: true}}, doctor: {enabled: true}, settings: {orphans: {grace: 1h}}, "
            + "kind: Deployment, hostNetwork: false, flags: {cloud-config-secret-name: azure}";

    @ParameterizedTest
    @FieldSource("CHARTS")
    void everyObjectAndPodHasTheCommonLabelsAndAnnotations(String chart) {
        String own = switch (chart) {
            case "node-controller" -> ", agent: {enabled: true}";
            case "service-controller" -> ", resourceLease: true, admission: {mode: Warn}";
            default -> "";
        };
        RenderedChart rendered = RenderedChart.withTests(chart,
                "{commonLabels: {team: net}, commonAnnotations: {owner: jane}, " + EVERYTHING + own + "}");

        assertThat(rendered.objects()).hasSizeGreaterThan(20).allSatisfy(object -> {
            has(object.path("metadata"), "labels", "team", "net");
            has(object.path("metadata"), "annotations", "owner", "jane");
            if (object.at("/spec/template").isObject()) {
                has(object.at("/spec/template/metadata"), "labels", "team", "net");
                has(object.at("/spec/template/metadata"), "annotations", "owner", "jane");
            }
            assertThat(object.at("/spec/selector").toString()).as("a selector cannot be changed")
                    .doesNotContain("team");
        });
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void whatIsSaidOfOneObjectTakesPrecedence(String chart) {
        JsonNode template = RenderedChart.with(chart,
                "{commonLabels: {a: all}, commonAnnotations: {b: all}, podLabels: {a: pod}, podAnnotations: {b: pod}}")
                .workload()
                .at("/spec/template/metadata");

        has(template, "labels", "a", "pod");
        has(template, "annotations", "b", "pod");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void aNameTakesThePlaceOfThatOfTheChart(String chart) {
        RenderedChart rendered = RenderedChart.with(chart, "{nameOverride: ccm}");

        assertThat(rendered.workload().at("/metadata/name").asText()).isEqualTo("azure-ccm");
        has(rendered.workload().path("metadata"), "labels", "app.kubernetes.io/name", "ccm");
        assertThat(rendered.container().path("image").asText()).contains("/" + chart + ":");
        assertThat(rendered.container().path("name").asText()).as("kubectl azureccm finds the pods by it")
                .isEqualTo(chart);
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void anAccountAndItsPermissionsCanBeThoseOfTheUser(String chart) {
        RenderedChart rendered = RenderedChart.with(chart,
                "{serviceAccount: {create: false, name: mine}, rbac: {create: false}, " + EVERYTHING + "}");

        assertThat(rendered.objects()).extracting(object -> object.path("kind").asText())
                .doesNotContain("ServiceAccount", "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");
        assertThat(rendered.pod().path("serviceAccountName").asText()).isEqualTo("mine");
        assertThat(rendered.only("Job").at("/spec/template/spec/serviceAccountName").asText()).isEqualTo("mine");
        assertThat(RenderedChart.with(chart, "{serviceAccount: {create: false, name: mine}}")
                .named("ClusterRoleBinding", "azure-" + chart)
                .at("/subjects/0/name")
                .asText()).isEqualTo("mine");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void probesAreTuned(String chart) {
        JsonNode container = RenderedChart.with(chart,
                "{startupProbe: {failureThreshold: 90}, livenessProbe: {initialDelaySeconds: 7}, readinessProbe: {timeoutSeconds: 9}}")
                .container();

        assertThat(container.at("/startupProbe/failureThreshold").asInt()).isEqualTo(90);
        assertThat(container.at("/startupProbe/periodSeconds").asInt()).isEqualTo(2);
        assertThat(container.at("/livenessProbe/initialDelaySeconds").asInt()).isEqualTo(7);
        assertThat(container.at("/readinessProbe/timeoutSeconds").asInt()).isEqualTo(9);
        assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/readyz");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void targetsAndMetricsAreRelabelled(String chart) {
        JsonNode endpoint = RenderedChart.with(chart,
                "{monitoring: {skipApiCheck: true, serviceMonitor: {enabled: true, scrapeTimeout: 9s, "
                        + "relabelings: [{targetLabel: cluster, replacement: blue}], metricRelabelings: [{action: labeldrop}]}}}")
                .only("ServiceMonitor")
                .at("/spec/endpoints/0");

        assertThat(endpoint.path("relabelings").toString())
                .isEqualTo("[{\"replacement\":\"blue\",\"targetLabel\":\"cluster\"}]");
        assertThat(endpoint.path("metricRelabelings").toString()).isEqualTo("[{\"action\":\"labeldrop\"}]");
        assertThat(endpoint.path("scrapeTimeout").asText()).isEqualTo("9s");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void aRotatedSecretTakesEffectWithoutARestartUnlessThatIsSwitchedOff(String chart) {
        assertThat(RenderedChart.of(chart).args()).contains("--enable-dynamic-reloading=true");
        assertThat(RenderedChart.with(chart, "{flags: {enable-dynamic-reloading: false}}").args())
                .contains("--enable-dynamic-reloading=false");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void helmTestAsksEachPodWhetherItIsReady(String chart) {
        RenderedChart rendered = RenderedChart.withTests(chart, "{port: 10300, hostNetwork: false}");
        JsonNode pod = rendered.only("Pod");
        JsonNode container = pod.at("/spec/containers/0");

        has(pod.path("metadata"), "annotations", "helm.sh/hook", "test");
        assertThat(container.path("image")).isEqualTo(rendered.container().path("image"));
        assertThat(container.at("/args/0").asText()).contains("https://$address:$PORT/readyz");
        assertThat(RenderedChart.variable(container, "SERVICE")).isEqualTo("azure-" + chart + ".kube-system.svc");
        assertThat(RenderedChart.variable(container, "PORT")).isEqualTo("10300");
        rendered.only("Service")
                .at("/spec/selector")
                .properties()
                .stream()
                .filter(label -> label.getKey().endsWith("/name"))
                .forEach(label -> assertThat(pod.at("/metadata/labels").path(label.getKey()))
                        .as("it is no pod of the controller")
                        .isNotEqualTo(label.getValue()));
        assertThat(rendered.only("NetworkPolicy").at("/spec/ingress/0/from/0/podSelector/matchLabels").properties())
                .as("which lets it in")
                .allMatch(label -> pod.at("/metadata/labels").path(label.getKey()).equals(label.getValue()));
        assertThat(RenderedChart.withTests(chart, "{service: {enabled: false}}").all("Pod")).isEmpty();
        assertThat(RenderedChart.of(chart).all("Pod")).as("it is made by helm test alone").isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.0.0.1 10.0.0.2   | 0 | https://10.0.0.1:10268/readyz https://10.0.0.2:10268/readyz
            fd00::1             | 0 | https://[fd00::1]:10268/readyz
            10.0.0.1 10.0.0.9   | 1 | https://10.0.0.1:10268/readyz https://10.0.0.9:10268/readyz
            ''                  | 1 | ''
            """)
    void itFailsUnlessEachPodIsReady(String addresses, int code, String asked, @TempDir Path folder) throws Exception {
        JsonNode container = RenderedChart.withTests("service-controller", "{}").only("Pod").at("/spec/containers/0");
        program(folder, "getent", "for a in " + addresses + "; do echo \"$a STREAM x\"; echo \"$a DGRAM\"; done");
        program(folder, "curl", "for u in \"$@\"; do :; done; echo \"$u\" >>" + folder.resolve("asked")
                + "; case $u in *10.0.0.9*) exit 22 ;; esac");
        ProcessBuilder test = new ProcessBuilder(Stream.concat(RenderedChart.texts(container.path("command")).stream(),
                RenderedChart.texts(container.path("args")).stream()).toList());
        test.environment().put("PATH", folder + ":" + System.getenv("PATH"));
        container.path("env")
                .forEach(each -> test.environment().put(each.path("name").asText(), each.path("value").asText()));

        assertThat(test.inheritIO().start().waitFor()).isEqualTo(code);
        Path file = folder.resolve("asked");
        assertThat(Files.exists(file) ? String.join(" ", Files.readAllLines(file)) : "").isEqualTo(asked);
    }

    private static void program(Path folder, String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static void has(JsonNode metadata, String kind, String key, String value) {
        assertThat(metadata.path(kind).path(key).asText()).as(metadata.toString()).isEqualTo(value);
    }
}
