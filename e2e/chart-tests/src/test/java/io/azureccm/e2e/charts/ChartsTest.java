package io.azureccm.e2e.charts;

import static io.azureccm.e2e.charts.RenderedChart.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class ChartsTest {
    static final List<String> CHARTS = Charts.ALL;

    /** All that a controller may do in the cluster: resource and verbs, as one line each. */
    private record Permissions(String chart, String... lines) {
        @Override
        public String toString() {
            return chart;
        }
    }

    static Stream<Permissions> permissions() {
        return Stream.of(new Permissions("node-controller", "nodes: get list watch patch delete",
                "nodes/status: patch", "events: create patch", "leases: get", "leases: list"),
                new Permissions("service-controller", "services: get list watch", "services/status: patch",
                        "nodes: list watch", "namespaces: list watch", "endpointslices: list watch",
                        "events: create patch", "leases: get", "leases: list"),
                new Permissions("route-controller", "nodes: get list watch", "nodes/status: patch",
                        "events: create patch", "leases: get", "leases: list"));
    }

    @Test
    void everyChartIsTested() throws IOException {
        try (Stream<Path> folders = Files.list(Charts.repository().resolve("charts"))) {
            assertThat(folders.filter(Files::isDirectory).map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(CHARTS.stream(), Stream.of(Charts.PARENT, "shared")).toList());
        }
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void lintFindsNothing(String chart) {
        LintResult result = new Helm(Charts.folder(chart)).lint().strict().call();

        assertThat(result.isFailed()).as(String.join("\n", result.getMessages())).isFalse();
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void probesAskAPortThatStrangersNeedNotReach(String chart) {
        RenderedChart onNode = RenderedChart.of(chart, Map.of("hostNetwork", true, "healthPort", 12345));
        assertThat(environment(onNode)).containsEntry("AZURECCM_HEALTH_PORT", "12345")
                .containsEntry("AZURECCM_HEALTH_ADDRESS", "127.0.0.1");
        assertThat(probes(onNode)).containsExactly("127.0.0.1:12345/livez", "127.0.0.1:12345/livez",
                "127.0.0.1:12345/readyz");
        RenderedChart inPod = RenderedChart.of(chart, Map.of("hostNetwork", false, "healthPort", 12345));
        assertThat(environment(inPod)).containsEntry("AZURECCM_HEALTH_ADDRESS", "0.0.0.0");
        assertThat(probes(inPod)).containsExactly(":12345/livez", ":12345/livez", ":12345/readyz");
        assertThat(inPod.only("NetworkPolicy").at("/spec/ingress").toString()).doesNotContain("12345");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void withoutAPortForHealthProbesAskTheOneTheAppListensOn(String chart) {
        RenderedChart rendered = RenderedChart.of(chart, Map.of("port", 12345, "healthPort", 0));

        assertThat(rendered.container().at("/ports/0/containerPort").asInt()).isEqualTo(12345);
        assertThat(rendered.args()).contains("--secure-port=12345");
        assertThat(environment(rendered)).doesNotContainKey("AZURECCM_HEALTH_PORT");
        assertThat(probes(rendered)).containsExactly("HTTPS:actuator/livez", "HTTPS:actuator/livez",
                "HTTPS:actuator/readyz");
    }

    private static Map<String, String> environment(RenderedChart rendered) {
        Map<String, String> environment = new HashMap<>();
        rendered.container()
                .path("env")
                .forEach(each -> environment.put(each.path("name").asText(), each.path("value").asText()));
        return environment;
    }

    private static List<String> probes(RenderedChart rendered) {
        return Stream.of("startupProbe", "livenessProbe", "readinessProbe")
                .map(probe -> rendered.container().path(probe).path("httpGet"))
                .map(get -> get.path("host").asText() + get.path("scheme").asText() + ":" + get.path("port").asText()
                        + get.path("path").asText())
                .toList();
    }

    @Test
    void controllersOnOneNodeUseDifferentPortsAndLeases() {
        Set<Integer> ports = new LinkedHashSet<>();
        Set<String> leases = new LinkedHashSet<>();
        for (String chart : CHARTS) {
            RenderedChart rendered = RenderedChart.of(chart, Map.of());
            ports.add(rendered.container().at("/ports/0/containerPort").asInt());
            ports.add(rendered.container().at("/livenessProbe/httpGet/port").asInt());
            rendered.args()
                    .stream()
                    .filter(arg -> arg.startsWith("--leader-elect-resource-name="))
                    .forEach(leases::add);
        }
        assertThat(ports).hasSize(6);
        assertThat(leases).hasSize(3);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("permissions")
    void mayDoInTheClusterWhatItNeedsAndNoMore(Permissions expected) {
        JsonNode role = RenderedChart.of(expected.chart()).named("ClusterRole", "azure-" + expected.chart());

        assertThat(role.path("rules"))
                .extracting(rule -> String.join(" ", RenderedChart.texts(rule.path("resources"))) + ": "
                        + String.join(" ", RenderedChart.texts(rule.path("verbs"))))
                .containsExactly(expected.lines());
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void mayChangeItsOwnLeaseOnly(String chart) {
        RenderedChart rendered = RenderedChart.of(chart, Map.of("leaderElection.resourceName", "mine"));
        JsonNode rules = rendered.only("Role").path("rules");

        assertThat(RenderedChart.texts(rules.path(0).path("verbs"))).containsExactly("create");
        assertThat(RenderedChart.texts(rules.path(1).path("resourceNames"))).containsExactly("mine");
        assertThat(RenderedChart.texts(rules.path(1).path("verbs"))).containsExactly("get", "update");
        assertThat(rendered.args()).contains("--leader-elect-resource-name=mine",
                "--leader-elect-resource-namespace=kube-system");
        assertThat(rendered.named("RoleBinding", "azure-" + chart + "-lease").at("/subjects/0/name").asText())
                .isEqualTo(rendered.pod().path("serviceAccountName").asText())
                .isEqualTo(rendered.only("ServiceAccount").at("/metadata/name").asText());
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void onAConfigMapItMayChangeThatOneAndSeePodsAndIsKnownByTheNameOfItsPod(String chart) {
        RenderedChart rendered = RenderedChart.with(chart,
                "{hostNetwork: true, leaderElection: {mode: configmap, resourceName: mine}}");

        assertThat(rendered.only("Role").path("rules"))
                .extracting(rule -> String.join(" ", RenderedChart.texts(rule.path("resources"))) + " "
                        + String.join(" ", RenderedChart.texts(rule.path("resourceNames"))) + ": "
                        + String.join(" ", RenderedChart.texts(rule.path("verbs"))))
                .containsExactly("configmaps : create", "configmaps mine: get update watch", "pods : get watch");
        assertThat(variable(rendered.container(), "AZURECCM_LEADERELECTION_MODE")).isEqualTo("configmap");
        assertThat(rendered.container().path("env").toString())
                .contains("{\"name\":\"HOSTNAME\",\"valueFrom\":{\"fieldRef\":{\"fieldPath\":\"metadata.name\"}}}");
        assertThat(RenderedChart.of(chart).container().path("env").toString()).doesNotContain("HOSTNAME",
                "LEADERELECTION");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void withoutLeaderElectionThereIsNoLease(String chart) {
        RenderedChart rendered = RenderedChart.with(chart,
                "{kind: Deployment, leaderElection: {enabled: false}, replicas: 1}");

        assertThat(rendered.args()).contains("--leader-elect=false").noneMatch(arg -> arg.contains("resource-name"));
        assertThat(rendered.all("Role")).isEmpty();
        assertThat(rendered.all("RoleBinding")).extracting(binding -> binding.at("/roleRef/name").asText())
                .containsExactly("extension-apiserver-authentication-reader");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void flagsOfTheUserAreHandedOn(String chart) {
        RenderedChart rendered = RenderedChart.of(chart,
                Map.of("flags.cluster-name", "blue", "flags.kube-api-qps", 50, "dryRun", true, "extraArgs[0]",
                        "--v=4"));

        assertThat(rendered.args()).contains("--cluster-name=blue", "--kube-api-qps=50", "--dry-run", "--v=4");
        assertThat(RenderedChart.with(chart,
                "{flags: {cluster-name: 12345678, kube-api-qps: 0.5, enable-dynamic-reloading: false}}").args())
                .contains("--cluster-name=12345678", "--kube-api-qps=0.5", "--enable-dynamic-reloading=false");
        assertThat(RenderedChart.of(chart, Map.of()).args()).doesNotContain("--dry-run", "--shadow");
        assertThat(RenderedChart.of(chart, Map.of("shadow", true)).args()).contains("--shadow")
                .doesNotContain("--dry-run");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void cloudConfigComesFromASecretOrFromTheNode(String chart) {
        RenderedChart secret = RenderedChart.of(chart, Map.of("cloudConfig.key", "config.json"));
        assertThat(secret.args()).contains("--cloud-config=/etc/azure/azure.json");
        assertThat(volume(secret).at("/secret/secretName").asText()).isEqualTo("azure-cloud-provider");
        assertThat(volume(secret).at("/secret/items/0/key").asText()).isEqualTo("config.json");
        assertThat(volume(secret).at("/secret/items/0/path").asText()).isEqualTo("azure.json");

        RenderedChart file = RenderedChart.of(chart,
                Map.of("cloudConfig.hostPath", "/etc/kubernetes/cloud.json", "cloudConfig.secretName", ""));
        assertThat(file.args()).contains("--cloud-config=/etc/azure/cloud.json");
        assertThat(volume(file).path("hostPath").toString())
                .as("that file, not its folder, which has keys of the cluster")
                .isEqualTo("{\"path\":\"/etc/kubernetes/cloud.json\",\"type\":\"File\"}");
        assertThat(file.container().at("/volumeMounts/0/mountPath").asText()).isEqualTo("/etc/azure/cloud.json");
        assertThat(volume(file).has("secret")).isFalse();
    }

    @Test
    void aChartWithoutCloudConfigIsRefused() {
        assertThatThrownBy(() -> RenderedChart.of("service-controller", Map.of("cloudConfig.secretName", "")))
                .hasMessageContaining("cloudConfig: set exactly one of secretName, configMapName and hostPath");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void aStopHasTimeToAwaitWritesUnderWay(String chart) {
        assertThat(RenderedChart.of(chart, Map.of()).pod().path("terminationGracePeriodSeconds").asInt())
                .as("a stop ends within ten seconds by itself")
                .isGreaterThan(10);
        assertThat(RenderedChart.of(chart, Map.of("terminationGracePeriodSeconds", 90))
                .pod()
                .path("terminationGracePeriodSeconds")
                .asInt()).isEqualTo(90);
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theMemoryLimitLeavesRoomBesideTheHeap(String chart) {
        JsonNode container = RenderedChart.of(chart, Map.of()).container();
        Matcher heap = Pattern.compile("-Xmx(\\d+)m").matcher(RenderedChart.variable(container, "JAVA_TOOL_OPTIONS"));

        assertThat(heap.find()).isTrue();
        int limit = Integer.parseInt(container.at("/resources/limits/memory").asText().replace("Mi", ""));
        assertThat(limit).isGreaterThanOrEqualTo(2 * Integer.parseInt(heap.group(1)));
        assertThat(RenderedChart.variable(container, "MALLOC_ARENA_MAX")).isEqualTo("2");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theEnvironmentOfTheUserIsHandedOn(String chart) {
        JsonNode container = RenderedChart.of(chart,
                Map.of("env[0].name", "SSL_CERT_FILE", "env[0].value", "/ca.pem", "javaOptions", "-Xmx1g")).container();

        assertThat(RenderedChart.variable(container, "SSL_CERT_FILE")).isEqualTo("/ca.pem");
        assertThat(RenderedChart.variable(container, "JAVA_TOOL_OPTIONS")).isEqualTo("-Xmx1g");
    }

    private static JsonNode volume(RenderedChart chart) {
        return chart.pod().path("volumes").path(0);
    }

    @Test
    void serviceControllerMayWriteTheStatusOfNodesOnlyWhereItDrainsThem() {
        assertThat(mayPatchNodes("{}")).isFalse();
        assertThat(mayPatchNodes("{settings: {draining: {out-of-service: true}}}")).isTrue();
        assertThat(mayPatchNodes("{settings: {draining.out-of-service: true}}")).isTrue();
        assertThat(mayPatchNodes("{springConfig: {azureccm: {draining: {cordonedAfter: 5m}}}}")).isTrue();
    }

    private static boolean mayPatchNodes(String values) {
        return RenderedChart.with("service-controller", values)
                .all("ClusterRole")
                .stream()
                .flatMap(role -> role.path("rules").valueStream())
                .anyMatch(rule -> RenderedChart.texts(rule.path("resources")).contains("nodes/status"));
    }
}
