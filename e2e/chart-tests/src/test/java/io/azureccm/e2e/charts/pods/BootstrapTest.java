package io.azureccm.e2e.charts.pods;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static io.azureccm.e2e.charts.RenderedChart.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import io.azureccm.e2e.charts.manifests.ManifestsTest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On a new cluster no pod waits for something that is waiting for it: see docs/guides/kubeadm.md#how-a-new-cluster-starts. */
class BootstrapTest {
    static final List<String> CHARTS = Charts.ALL;
    /** What keeps pods away from machines while a cluster comes up, and from those that are short of something. */
    private static final List<String> TAINTS = List.of("node-role.kubernetes.io/control-plane:NoSchedule",
            "node-role.kubernetes.io/etcd:NoExecute", "node.cloudprovider.kubernetes.io/uninitialized:NoSchedule",
            "node.kubernetes.io/not-ready:NoSchedule", "node.kubernetes.io/not-ready:NoExecute",
            "node.kubernetes.io/network-unavailable:NoSchedule", "node.kubernetes.io/unschedulable:NoSchedule",
            "node.kubernetes.io/memory-pressure:NoSchedule", "node.kubernetes.io/disk-pressure:NoSchedule",
            "node.kubernetes.io/pid-pressure:NoSchedule", "node.cilium.io/agent-not-ready:NoSchedule",
            "node.cilium.io/agent-not-ready:NoExecute", "disk.csi.azure.com/agent-not-ready:NoExecute",
            "example.com/not-set-up:NoSchedule");
    /** Volumes that the kubelet makes without a pod of the cluster. */
    private static final Set<String> VOLUMES = Set.of("emptyDir", "secret", "configMap", "projected", "hostPath");
    /** Values with which users say themselves what a pod waits for. */
    private static final List<String> CHOSEN = List.of("tolerations: []", "projectToken: false");

    static Stream<Arguments> matrix() {
        return ManifestsTest.matrix()
                .filter(each -> CHOSEN.stream().noneMatch(each.get()[1].toString()::contains));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("matrix")
    void noTaintOfANewMachineKeepsAPodAway(String chart, String values) {
        RenderedChart.with(chart, values).workloads().forEach(workload -> assertThat(TAINTS).allSatisfy(taint -> {
            Optional<JsonNode> toleration = tolerating(workload, taint);
            assertThat(toleration).as(taint).isPresent();
            assertThat(toleration.get().has("tolerationSeconds")).as(taint).isFalse();
        }));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("matrix")
    void aPodInTheNetworkOfTheNodeTakesItsResolver(String chart, String values) {
        RenderedChart.with(chart, values).workloads().map(BootstrapTest::spec).forEach(pod -> {
            String resolver = pod.path("dnsPolicy").asText();
            if (pod.has("dnsConfig"))
                assertThat(resolver).isEqualTo("None");
            else
                assertThat(resolver).isEqualTo(pod.path("hostNetwork").asBoolean() ? "Default" : "ClusterFirst");
        });
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("matrix")
    void nothingBeforeTheProcessNeedsOtherPods(String chart, String values) {
        RenderedChart.with(chart, values).workloads().forEach(workload -> {
            JsonNode pod = spec(workload);
            Set<String> kinds = new TreeSet<>();
            pod.path("volumes").forEach(volume -> volume.fieldNames().forEachRemaining(kinds::add));
            kinds.remove("name");
            assertThat(VOLUMES).containsAll(kinds);
            for (String wait : List.of("initContainers", "readinessGates", "schedulingGates")) {
                assertThat(pod.has(wait)).as(wait).isFalse();
            }
            assertThat(workload.at("/spec/template/metadata/labels").has("azure.workload.identity/use"))
                    .as("asks the webhook of workload identity, whose pods wait for nodes")
                    .isFalse();
        });
    }

    /** No route to the Service kubernetes is needed once there is an address. */
    @ParameterizedTest
    @FieldSource("CHARTS")
    void theAddressOfTheKubernetesApiCanBeGiven(String chart) {
        String agent = chart.equals("node-controller") ? ", agent: {enabled: true}" : "";
        RenderedChart given = RenderedChart.with(chart, "{kubernetesApi: {host: 10.240.0.4, port: 8443}" + agent + "}");

        assertThat(given.workloads()).hasSize(agent.isEmpty() ? 1 : 2).allSatisfy(workload -> {
            JsonNode container = spec(workload).at("/containers/0");
            assertThat(variable(container, "KUBERNETES_SERVICE_HOST")).isEqualTo("10.240.0.4");
            assertThat(variable(container, "KUBERNETES_SERVICE_PORT")).isEqualTo("8443");
        });
        assertThat(RenderedChart.of(chart).text()).doesNotContain("KUBERNETES_SERVICE_");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void resolversOfTheUserReplaceThoseOfTheNode(String chart) {
        JsonNode pod = RenderedChart.with(chart,
                "{hostNetwork: true, dnsPolicy: ClusterFirstWithHostNet, dnsConfig: {options: [{name: ndots, value: '1'}]}}")
                .pod();

        assertThat(pod.path("dnsPolicy").asText()).isEqualTo("ClusterFirstWithHostNet");
        assertThat(pod.at("/dnsConfig/options/0/name").asText()).isEqualTo("ndots");
        assertThat(RenderedChart.of(chart).pod().has("dnsConfig")).isFalse();
    }

    /** Such a pod would stay on a machine that is gone, since nothing deletes what tolerates everything for ever. */
    @ParameterizedTest
    @FieldSource("CHARTS")
    void aPodOfADeploymentLeavesAMachineThatIsSilent(String chart) {
        JsonNode workload = RenderedChart.with(chart, "{kind: Deployment}").workload();

        assertThat(tolerating(workload, "node.kubernetes.io/unreachable:NoExecute").orElseThrow()
                .path("tolerationSeconds")
                .asInt()).isEqualTo(60);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{nodeSelector: {topology.kubernetes.io/zone: westeurope-1}}",
            "{nodeSelector: {node.kubernetes.io/instance-type: Standard_D4s_v5}}",
            "{agent: {enabled: true, nodeSelector: {topology.kubernetes.io/region: westeurope}}}",
            "{kind: Deployment, topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule}]}"})
    void theNodeControllerDoesNotWaitForLabelsThatItSetsItself(String values) {
        assertThatThrownBy(() -> RenderedChart.with("node-controller", values))
                .hasMessageContaining("only once this program has initialised them");
        assertThat(RenderedChart.with("service-controller", values.contains("agent") ? "{}" : values).objects())
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {agent: {enabled: true}, nodeSelector: {topology.kubernetes.io/zone: westeurope-1}}
            {kind: Deployment, topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: ScheduleAnyway}]}
            {nodeSelector: {kubernetes.io/hostname: cp-1}}
            """)
    void labelsThatOthersSetOrThatAreNotNeededAreTaken(String values) {
        assertThat(RenderedChart.with("node-controller", values).objects()).isNotEmpty();
    }

    /** The one that counts for a taint: the first that matches it. */
    private static Optional<JsonNode> tolerating(JsonNode workload, String taint) {
        String key = taint.substring(0, taint.indexOf(':'));
        String effect = taint.substring(taint.indexOf(':') + 1);
        return stream(spec(workload).path("tolerations"))
                .filter(each -> each.path("operator").asText().equals("Exists"))
                .filter(each -> each.path("key").asText(key).equals(key))
                .filter(each -> each.path("effect").asText(effect).equals(effect))
                .findFirst();
    }

    private static JsonNode spec(JsonNode workload) {
        return workload.at("/spec/template/spec");
    }
}
