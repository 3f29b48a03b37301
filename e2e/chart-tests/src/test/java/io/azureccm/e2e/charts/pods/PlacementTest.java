package io.azureccm.e2e.charts.pods;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Where pods run, what keeps them there, and whom they may talk to. */
class PlacementTest {
    static final List<String> CHARTS = Charts.ALL;

    @ParameterizedTest
    @FieldSource("CHARTS")
    void eachMachineOfTheControlPlaneHasOnePod(String chart) {
        RenderedChart rendered = RenderedChart.of(chart);

        assertThat(rendered.workload().path("kind").asText()).isEqualTo("DaemonSet");
        assertThat(rendered.workload().at("/metadata/name").asText()).isEqualTo("azure-" + chart);
        assertThat(rendered.workload().path("spec").has("replicas")).isFalse();
        assertThat(rendered.pod().path("nodeSelector").has("node-role.kubernetes.io/control-plane")).isTrue();
        assertThat(rendered.pod().path("priorityClassName").asText()).isEqualTo("system-cluster-critical");
        assertThat(rendered.pod().has("affinity")).as("a DaemonSet needs none").isFalse();
    }

    @ParameterizedTest
    @CsvSource({"node-controller,true", "service-controller,false", "route-controller,true"})
    void controllersThatThePodNetworkWaitsForDoNotWaitForIt(String chart, boolean waitedFor) {
        assertThat(RenderedChart.of(chart).pod().path("hostNetwork").asBoolean()).isEqualTo(waitedFor);
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void aDeploymentHasTheReplicasThatItIsGiven(String chart) {
        JsonNode spec = RenderedChart.with(chart, "{kind: Deployment, replicas: 3}").only("Deployment").path("spec");

        assertThat(spec.path("replicas").asInt()).isEqualTo(3);
        assertThat(RenderedChart.with(chart, "{kind: Deployment}").only("Deployment").at("/spec/replicas").asInt())
                .isEqualTo(2);
    }

    /** Of two pods with the same port of a node, the second would wait for ever. */
    @ParameterizedTest
    @FieldSource("CHARTS")
    void podsOfADeploymentKeepApartAndMustWhereTheyShareAPort(String chart) {
        JsonNode shared = RenderedChart.with(chart, "{kind: Deployment, hostNetwork: true}")
                .pod()
                .at("/affinity/podAntiAffinity");
        JsonNode own = RenderedChart.with(chart, "{kind: Deployment, hostNetwork: false}")
                .pod()
                .at("/affinity/podAntiAffinity");

        assertThat(shared).hasSize(1);
        assertThat(shared.at("/requiredDuringSchedulingIgnoredDuringExecution/0/topologyKey").asText())
                .isEqualTo("kubernetes.io/hostname");
        assertThat(own).hasSize(1);
        assertThat(own.at("/preferredDuringSchedulingIgnoredDuringExecution/0/podAffinityTerm/topologyKey").asText())
                .isEqualTo("kubernetes.io/hostname");
    }

    /** Several would plan the same, and none of them leads. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {dryRun: true}
            {shadow: true}
            {shadow: true, replicas: 3}
            {dryRun: true, replicas: 3}
            {dryRun: true, kind: Deployment}
            {dryRun: true, updateStrategy: {type: OnDelete}}
            {dryRun: true, leaderElection: {enabled: false}}
            """)
    void aDryRunIsOnePodWhateverOtherValuesSay(String values) {
        for (String chart : Charts.ALL) {
            RenderedChart rendered = RenderedChart.with(chart, values);

            assertThat(rendered.workload()).isEqualTo(rendered.only("Deployment"));
            assertThat(rendered.workload().at("/spec/replicas").asInt()).isEqualTo(1);
            assertThat(rendered.workload().at("/spec/strategy").toString()).isEqualTo("{\"type\":\"Recreate\"}");
            assertThat(rendered.all("PodDisruptionBudget")).isEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void anAffinityOfTheUserReplacesThatOfTheChart(String chart) {
        for (String kind : List.of("DaemonSet", "Deployment")) {
            assertThat(RenderedChart.with(chart, "{kind: " + kind + ", affinity: {nodeAffinity: {}}}")
                    .pod()
                    .path("affinity")
                    .toString()).isEqualTo("{\"nodeAffinity\":{}}");
        }
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void podsOfADeploymentAreSpreadAsTheUserSays(String chart) {
        String spread = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: "
                + "ScheduleAnyway}, {maxSkew: 2, topologyKey: rack, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {a: b}}}]";
        RenderedChart rendered = RenderedChart.with(chart, "{kind: Deployment, " + spread + "}");
        JsonNode constraints = rendered.pod().path("topologySpreadConstraints");

        assertThat(constraints).hasSize(2);
        assertThat(constraints.at("/0/labelSelector/matchLabels"))
                .isEqualTo(rendered.workload().at("/spec/selector/matchLabels"));
        assertThat(constraints.at("/1/labelSelector/matchLabels").toString()).isEqualTo("{\"a\":\"b\"}");
        assertThat(RenderedChart.with(chart, "{" + spread + "}").pod().has("topologySpreadConstraints")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"DaemonSet,/spec/updateStrategy", "Deployment,/spec/strategy"})
    void anUpdateReplacesOnePodAfterTheOtherAndNeedsNoFurtherNode(String kind, String path) {
        for (String chart : Charts.ALL) {
            JsonNode update = RenderedChart.with(chart, "{kind: " + kind + "}").only(kind).at(path);

            assertThat(update.path("type").asText()).isEqualTo("RollingUpdate");
            assertThat(update.at("/rollingUpdate/maxSurge").asInt(-1)).isZero();
            assertThat(update.at("/rollingUpdate/maxUnavailable").asInt()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"DaemonSet,OnDelete,/spec/updateStrategy", "Deployment,Recreate,/spec/strategy"})
    void otherWaysToUpdateKeepNoDetailsOfRollingUpdates(String kind, String type, String path) {
        for (String chart : Charts.ALL) {
            assertThat(RenderedChart.with(chart, "{kind: " + kind + ", updateStrategy: {type: " + type + "}}")
                    .only(kind)
                    .at(path)
                    .toString()).isEqualTo("{\"type\":\"" + type + "\"}");
        }
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void evictionsTakeOnePodOfADeploymentAtATime(String chart) {
        assertThat(RenderedChart.with(chart, "{kind: Deployment}")
                .only("PodDisruptionBudget")
                .at("/spec/maxUnavailable")
                .asInt())
                .isEqualTo(1);
        assertThat(RenderedChart.with(chart, "{kind: Deployment, replicas: 1}").all("PodDisruptionBudget")).isEmpty();
        assertThat(RenderedChart.with(chart, "{kind: Deployment, podDisruptionBudget: {maxUnavailable: 50%}}")
                .only("PodDisruptionBudget")
                .at("/spec/maxUnavailable")
                .asText()).isEqualTo("50%");
    }

    /** A budget counts the pods that its owner should have, and a DaemonSet does not say how many those are. */
    @ParameterizedTest
    @FieldSource("CHARTS")
    void aDaemonSetHasNoDisruptionBudget(String chart) {
        assertThat(RenderedChart.of(chart).all("PodDisruptionBudget")).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theNotesNameWhatIsThere(String chart) {
        String notes = Charts.templates(chart).get("templates/NOTES.txt");

        assertThat(notes).contains("rollout status {{ include \"controller.kind\" . | lower }}/",
                "--selector=app.kubernetes.io/name={{ include \"controller.name\" . }},",
                "get {{ ternary \"configmap\" \"lease\" (eq .Values.leaderElection.mode \"configmap\") }} ")
                .doesNotContain("deploy/", "deployment/");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theNetworkPolicyLetsOutToTheGivenPortOfTheKubernetesApi(String chart) {
        JsonNode ports = RenderedChart
                .with(chart, "{hostNetwork: false, kubernetesApi: {host: api.example.com, port: 8443}}")
                .only("NetworkPolicy")
                .at("/spec/egress/0/ports");

        assertThat(stream(ports).map(port -> port.path("port").asInt())).containsExactly(443, 6443, 8443);
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
    void theNetworkPolicyLetsInWhoScrapes(String chart) {
        String test = "{\"podSelector\":{\"matchLabels\":{\"app.kubernetes.io/name\":\"" + chart
                + "-test\",\"app.kubernetes.io/instance\":\"azure\"}}}";
        assertThat(ingressFrom(chart, "hostNetwork: false")).isEqualTo("[" + test
                + ",{\"namespaceSelector\":{\"matchLabels\":{\"kubernetes.io/metadata.name\":\"monitoring\"}}}]");
        assertThat(ingressFrom(chart,
                "hostNetwork: false, monitoring: {serviceMonitor: {serviceAccount: {namespace: prom}}}"))
                .contains("\"kubernetes.io/metadata.name\":\"prom\"");
        assertThat(ingressFrom(chart, "hostNetwork: false, networkPolicy: {ingressFrom: [{podSelector: {}}]}"))
                .isEqualTo("[" + test + ",{\"podSelector\":{}}]");
    }

    private static String ingressFrom(String chart, String values) {
        return RenderedChart.with(chart, "{" + values + "}")
                .only("NetworkPolicy")
                .at("/spec/ingress/0/from")
                .toString();
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void podsInTheNetworkOfTheNodeHaveNoNetworkPolicyThatWouldNotHold(String chart) {
        assertThat(RenderedChart.with(chart, "{hostNetwork: true}").all("NetworkPolicy")).isEmpty();
    }
}
