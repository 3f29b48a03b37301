package io.azureccm.e2e.charts;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Where pods run, what keeps them there, and whom they may talk to. */
class PlacementTest {
    static final List<String> CHARTS = Charts.ALL;

    @ParameterizedTest
    @FieldSource("CHARTS")
    void podsRunOnTheControlPlaneApartFromEachOther(String chart) {
        JsonNode pod = RenderedChart.of(chart).pod();

        assertThat(pod.path("nodeSelector").has("node-role.kubernetes.io/control-plane")).isTrue();
        assertThat(taints(chart)).contains("node-role.kubernetes.io/control-plane",
                "node.cloudprovider.kubernetes.io/uninitialized");
        assertThat(pod.path("priorityClassName").asText()).isEqualTo("system-cluster-critical");
        assertThat(pod
                .at("/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/podAffinityTerm/topologyKey")
                .asText()).isEqualTo("kubernetes.io/hostname");
    }

    @ParameterizedTest
    @CsvSource({"node-controller,true", "service-controller,false", "route-controller,true"})
    void controllersThatNodesWaitForRunOnNodesThatAreNotReady(String chart, boolean waitedFor) {
        assertThat(taints(chart).contains("node.kubernetes.io/not-ready")).isEqualTo(waitedFor);
        assertThat(RenderedChart.of(chart).pod().path("hostNetwork").asBoolean()).isEqualTo(waitedFor);
    }

    @Test
    void theRouteControllerRunsOnNodesWithoutRoutes() {
        assertThat(taints("route-controller")).contains("node.kubernetes.io/network-unavailable");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void anAffinityOfTheUserReplacesThatOfTheChart(String chart) {
        assertThat(RenderedChart.with(chart, "{affinity: {nodeAffinity: {}}}").pod().path("affinity").toString())
                .isEqualTo("{\"nodeAffinity\":{}}");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void anUpdateNeedsNoFurtherNode(String chart) {
        JsonNode update = RenderedChart.of(chart).only("Deployment").at("/spec/strategy/rollingUpdate");

        assertThat(update.path("maxSurge").asInt(-1)).isZero();
        assertThat(update.path("maxUnavailable").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void otherWaysToUpdateKeepNoDetailsOfRollingUpdates(String chart) {
        assertThat(RenderedChart.with(chart, "{updateStrategy: {type: Recreate}}")
                .only("Deployment")
                .at("/spec/strategy")
                .toString()).isEqualTo("{\"type\":\"Recreate\"}");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void evictionsTakeOnePodAtATime(String chart) {
        assertThat(RenderedChart.of(chart).only("PodDisruptionBudget").at("/spec/maxUnavailable").asInt()).isEqualTo(1);
        assertThat(RenderedChart.with(chart, "{replicas: 1}").all("PodDisruptionBudget")).isEmpty();
        assertThat(RenderedChart.with(chart, "{podDisruptionBudget: {maxUnavailable: 50%}}")
                .only("PodDisruptionBudget")
                .at("/spec/maxUnavailable")
                .asText()).isEqualTo("50%");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theNetworkPolicyLetsOutWhatAControllerTalksTo(String chart) {
        JsonNode spec = RenderedChart
                .with(chart, "{hostNetwork: false, networkPolicy: {egressPorts: [443, 6443, 8443]}}")
                .only("NetworkPolicy")
                .path("spec");

        assertThat(spec.path("egress")).hasSize(3);
        assertThat(stream(spec.at("/egress/0/ports")).map(port -> port.path("port").asInt()))
                .containsExactly(443, 6443, 8443);
        assertThat(spec.at("/egress/1/to/0/ipBlock/cidr").asText()).isEqualTo("169.254.169.254/32");
        assertThat(stream(spec.at("/egress/2/ports")).map(
                port -> port.path("protocol").asText() + " " + port.path("port").asInt()))
                .containsExactly("UDP 53", "TCP 53");
        assertThat(spec.path("ingress")).hasSize(1);
        assertThat(spec.at("/ingress/0/ports/0/port").asText()).isEqualTo("actuator");
        assertThat(spec.path("policyTypes")).hasSize(2);
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void podsInTheNetworkOfTheNodeHaveNoNetworkPolicyThatWouldNotHold(String chart) {
        assertThat(RenderedChart.with(chart, "{hostNetwork: true}").all("NetworkPolicy")).isEmpty();
    }

    private static List<String> taints(String chart) {
        return stream(RenderedChart.of(chart).pod().path("tolerations"))
                .map(toleration -> toleration.path("key").asText())
                .toList();
    }
}
