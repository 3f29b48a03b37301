package io.azureccm.e2e.charts.pods;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static io.azureccm.e2e.charts.RenderedChart.texts;
import static io.azureccm.e2e.charts.RenderedChart.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.RenderedChart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent on each node: it is there when asked for, and the controller leaves to it what it does. */
class AgentTest {
    private static final String AGENT = "azure-node-controller-agent";

    @Test
    void withoutItTheControllerInitialisesNodes() {
        RenderedChart rendered = RenderedChart.of("node-controller");

        assertThat(rendered.workloads()).hasSize(1);
        assertThat(rendered.all("ServiceAccount")).hasSize(1);
        assertThat(rendered.args()).noneMatch(arg -> arg.startsWith("--controllers"));
    }

    @Test
    void withItTheControllerDoesNot() {
        assertThat(RenderedChart.with("node-controller", "{agent: {enabled: true}}").args())
                .contains("--controllers=*,-cloud-node");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*,-cloud-node", "*,-cloud-node-controller,-node-ipam", "cloud-node-lifecycle"})
    void controllersThatLeaveNodesToItAreTaken(String controllers) {
        assertThat(RenderedChart.with("node-controller",
                "{agent: {enabled: true}, flags: {controllers: '" + controllers + "'}}").args())
                .containsOnlyOnce("--controllers=" + controllers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "cloud-node", "*,-node-ipam", "cloud-node-controller,cloud-node-lifecycle"})
    void controllersThatWouldInitialiseNodesTooAreRefused(String controllers) {
        assertThatThrownBy(() -> RenderedChart.with("node-controller",
                "{agent: {enabled: true}, flags: {controllers: '" + controllers + "'}}")).hasMessageContaining(
                        "flags.controllers=" + controllers + ": with agent.enabled the agents initialise nodes")
                .hasMessageContaining("add -cloud-node, or leave the flag out");
    }

    @Test
    void itRunsOnEveryLinuxNodeBeforeAnythingElse() {
        JsonNode pod = pod("{agent: {enabled: true}}");

        assertThat(pod.path("tolerations").toString()).isEqualTo("[{\"operator\":\"Exists\"}]");
        assertThat(pod.path("nodeSelector").toString()).isEqualTo("{\"kubernetes.io/os\":\"linux\"}");
        assertThat(pod.path("hostNetwork").asBoolean()).isTrue();
        assertThat(pod.path("priorityClassName").asText()).isEqualTo("system-node-critical");
    }

    @Test
    void itKnowsItsNodeAndThatItIsAnAgent() {
        JsonNode container = pod(
                "{agent: {enabled: true, flags: {wait-routes: true}}, profiles: [debug], dryRun: true}")
                .at("/containers/0");

        assertThat(stream(container.path("env")).filter(each -> each.path("name").asText().equals("NODE_NAME")))
                .singleElement()
                .satisfies(name -> assertThat(name.at("/valueFrom/fieldRef/fieldPath").asText())
                        .isEqualTo("spec.nodeName"));
        assertThat(variable(container, "SPRING_PROFILES_ACTIVE")).isEqualTo("agent,debug");
        assertThat(texts(container.path("args"))).containsExactly("--dry-run", "--wait-routes=true");
    }

    @Test
    void itNeedsNoCloudConfigAndNoIdentityInAzure() {
        JsonNode pod = pod("{agent: {enabled: true}, workloadIdentity: {clientId: a}}");

        assertThat(stream(pod.path("volumes")).map(volume -> volume.path("name").asText())).containsExactly("tmp");
        assertThat(pod.toString()).doesNotContain("AZURE_", "azure.workload.identity", "cloud-config");
    }

    @Test
    void itMayInitialiseNodesAndNoMore() {
        JsonNode rules = RenderedChart.with("node-controller", "{agent: {enabled: true}}")
                .named("ClusterRole", AGENT)
                .path("rules");

        assertThat(rules).extracting(rule -> String.join(" ", texts(rule.path("resources"))) + ": "
                + String.join(" ", texts(rule.path("verbs"))))
                .containsExactly("nodes: get list watch patch", "nodes/status: patch", "events: create patch");
        assertThat(pod("{agent: {enabled: true}}").path("serviceAccountName").asText()).isEqualTo(AGENT);
        assertThat(RenderedChart.with("node-controller", "{agent: {enabled: true}}").all("RoleBinding"))
                .as("it has no port, and asks about nobody")
                .noneMatch(binding -> binding.at("/subjects/0/name").asText().equals(AGENT));
    }

    @Test
    void aPolicyRestrictsItToItsOwnNode() {
        RenderedChart rendered = RenderedChart.with("node-controller",
                "{fullnameOverride: nodes, agent: {enabled: true}}");
        JsonNode spec = rendered.only("ValidatingAdmissionPolicy").path("spec");

        assertThat(spec.path("failurePolicy").asText()).isEqualTo("Fail");
        assertThat(spec.at("/matchConstraints/resourceRules/0/resources").toString())
                .isEqualTo("[\"nodes\",\"nodes/status\"]");
        assertThat(spec.at("/matchConditions/0/expression").asText())
                .isEqualTo("request.userInfo.username == 'system:serviceaccount:kube-system:nodes-agent'");
        JsonNode binding = rendered.only("ValidatingAdmissionPolicyBinding").path("spec");
        assertThat(binding.path("policyName").asText()).isEqualTo("nodes-agent");
        assertThat(binding.path("validationActions").toString()).isEqualTo("[\"Deny\"]");
        assertThat(rendered.named("ServiceAccount", "nodes-agent")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {agent: {enabled: true}}|                            1.29.9
            {agent: {enabled: true, restrictToOwnNode: false}}|  1.32.0
            {agent: {enabled: false}}|                           1.32.0
            """)
    void thereIsNoPolicyWhereItIsNotWantedOrCannotBe(String values, String kubernetes) {
        RenderedChart rendered = RenderedChart.with("node-controller", values, kubernetes);

        assertThat(rendered.all("ValidatingAdmissionPolicy")).isEmpty();
        assertThat(rendered.all("ValidatingAdmissionPolicyBinding")).isEmpty();
    }

    @Test
    void thereIsAPolicyFromKubernetes130On() {
        assertThat(RenderedChart.with("node-controller", "{agent: {enabled: true}}", "1.30.0-gke.1")
                .all("ValidatingAdmissionPolicy")).hasSize(1);
    }

    @Test
    void theProbeProxyIsOnWhereItIsAskedFor() {
        JsonNode plain = pod("{agent: {enabled: true}}").at("/containers/0");
        JsonNode proxy = pod("{agent: {enabled: true, probeProxy: {enabled: true, port: 10400}, "
                + "flags: {wait-routes: true}}}").at("/containers/0");

        assertThat(texts(plain.path("args"))).isEmpty();
        assertThat(variable(plain, "AZURECCM_PROBEPROXY_ENABLED")).isEmpty();
        assertThat(variable(proxy, "AZURECCM_PROBEPROXY_ENABLED")).isEqualTo("true");
        assertThat(texts(proxy.path("args"))).containsExactly("--health-check-port=10400", "--target-port=10256",
                "--wait-routes=true");
        assertThat(proxy.has("ports")).as("a port that somebody has keeps no agent from being scheduled").isFalse();
        assertThat(proxy.has("livenessProbe")).as("a kube-proxy that is away restarts no agent").isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {agent: {probeProxy: {enabled: true}}}| set agent.enabled, too
            {agent: {enabled: true, probeProxy: {enabled: true, port: 10256}}}| kube-proxy has this port
            """)
    void aProbeProxyThatCannotWorkIsRefused(String values, String why) {
        assertThatThrownBy(() -> RenderedChart.with("node-controller", values)).hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {enabled: true}|                                                           {"maxUnavailable":"10%"}
            {enabled: true, probeProxy: {enabled: true}}|                              {"maxSurge":"10%","maxUnavailable":0}
            {enabled: true, probeProxy: {enabled: true}, updateStrategy: {rollingUpdate: {maxUnavailable: 3}}}| {"maxSurge":3,"maxUnavailable":0}
            {enabled: true, probeProxy: {enabled: true}, updateStrategy: {rollingUpdate: null}}| {"maxSurge":1,"maxUnavailable":0}
            {enabled: true, probeProxy: {enabled: true}, updateStrategy: {rollingUpdate: {maxSurge: 0}}}| {"maxSurge":0,"maxUnavailable":"10%"}
            {enabled: true, probeProxy: {enabled: true}, updateStrategy: {type: OnDelete}}| ''
            """)
    void withTheProbeProxyANewPodComesBeforeTheOldOneGoes(String agent, String rolling) {
        JsonNode spec = RenderedChart.with("node-controller", "{agent: " + agent + "}")
                .named("DaemonSet", AGENT)
                .path("spec");

        assertThat(spec.at("/updateStrategy/rollingUpdate").toString()).isEqualTo(rolling);
        assertThat(spec.path("minReadySeconds").asInt()).isEqualTo(agent.contains("probeProxy") ? 20 : 0);
    }

    private static JsonNode pod(String values) {
        return RenderedChart.with("node-controller", values).named("DaemonSet", AGENT).at("/spec/template/spec");
    }
}
