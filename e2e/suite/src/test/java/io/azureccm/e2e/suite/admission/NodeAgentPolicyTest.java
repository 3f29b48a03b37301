package io.azureccm.e2e.suite.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.admission.WarningClient.Answer;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The policy that restricts each node agent to its own Node, as a Kubernetes API enforces it: the embedded one, or the
 * kube-apiserver that the suite is given.
 */
@Execution(ExecutionMode.SAME_THREAD)
class NodeAgentPolicyTest {
    private static final String AGENT = "azure-node-controller-agent";
    private static final String SYSTEM = "api/v1/namespaces/kube-system/";
    private static final String POD = SYSTEM + "pods/agent-on-n1";
    private static final String LABEL = "{metadata: {labels: {example.com/by: %s}}}";
    private static final String CONDITION = "{status: {conditions: [{type: azureccm.io/Initialized, status: 'False'}]}}";

    @TempDir
    private Path folder;

    private KubernetesTarget kubernetes;
    private Cluster cluster;
    private WarningClient api;
    private DeployedPolicies policies;

    @BeforeEach
    void deploy() throws IOException {
        kubernetes = KubernetesTarget.open(folder);
        cluster = Cluster.on(kubernetes);
        api = new WarningClient(kubernetes.kubeconfig());
        policies = new DeployedPolicies(api, "node-controller-with-agent", AGENT);
        assertThat(policies.size()).as("account, role and policy, with their bindings").isEqualTo(5);
        for (String node : List.of("n1", "n2"))
            cluster.joinNode(node, Map.of(), Map.of());
        Answer pod = api.create(SYSTEM + "pods", """
                {apiVersion: v1, kind: Pod, metadata: {name: agent-on-n1, labels: {%s: 'true'}}, spec: {nodeName: n1,
                serviceAccountName: %s, containers: [{name: agent, image: agent}]}}""".formatted(Cluster.MARK, AGENT));
        assertThat(pod.code()).as(pod.message()).isEqualTo(201);
    }

    @AfterEach
    void takeAway() {
        if (policies != null)
            policies.close();
        api.delete(POD + "?gracePeriodSeconds=0");
        api.close();
        cluster.close();
        kubernetes.close();
    }

    /** A client of the agent; {@code bound}: its token is that of the pod, as the kubelet gets it. */
    private WarningClient agent(boolean bound) {
        String reference = bound ? ", boundObjectRef: {apiVersion: v1, kind: Pod, name: agent-on-n1}" : "";
        Answer token = api.create(SYSTEM + "serviceaccounts/" + AGENT + "/token",
                "{spec: {expirationSeconds: 3600%s}}".formatted(reference));
        assertThat(token.code()).as(token.message()).isEqualTo(201);
        return new WarningClient(kubernetes.kubeconfig(), token.body().at("/status/token").asText());
    }

    /** A policy and the rights of an account take effect some time after they were written. */
    private void awaitPolicy(WarningClient agent) {
        new SteadyState(Duration.ZERO).await(SteadyState.BOUND, () -> {
            Answer answer = agent.merge("api/v1/nodes/n2", LABEL.formatted("probe"));
            return new Observation(answer.message().contains("ValidatingAdmissionPolicy"),
                    answer.code() + " " + answer.message());
        });
    }

    @Test
    void anAgentMayPatchTheNodeThatItsTokenWasMadeForAndNoOther() {
        try (WarningClient agent = agent(true)) {
            awaitPolicy(agent);

            assertThat(agent.merge("api/v1/nodes/n1", LABEL.formatted("agent")).code()).isEqualTo(200);
            assertThat(agent.merge("api/v1/nodes/n1/status", CONDITION).code()).isEqualTo(200);
            for (String patched : List.of("api/v1/nodes/n2", "api/v1/nodes/n2/status")) {
                Answer refused = agent.merge(patched,
                        patched.endsWith("status") ? CONDITION : LABEL.formatted("agent"));
                assertThat(refused.code()).as(patched).isEqualTo(403);
                assertThat(refused.message())
                        .contains("the node agent on n1 may only change its own Node, not n2");
            }
            assertThat(agent.get("api/v1/nodes/n2").code()).as("it may read others").isEqualTo(200);
        }
    }

    @Test
    void aTokenThatNamesNoNodeMayPatchNone() {
        try (WarningClient agent = agent(false)) {
            awaitPolicy(agent);

            Answer refused = agent.merge("api/v1/nodes/n1", LABEL.formatted("agent"));
            assertThat(refused.code()).isEqualTo(403);
            assertThat(refused.message()).contains("the token of the node agent names no node",
                    "ServiceAccountTokenPodNodeInfo");
        }
    }

    @Test
    void otherUsersAreNotRestricted() {
        try (WarningClient agent = agent(true)) {
            awaitPolicy(agent);
        }
        assertThat(api.merge("api/v1/nodes/n2", LABEL.formatted("administrator")).code()).isEqualTo(200);
        assertThat(api.merge("api/v1/nodes/n2/status", CONDITION).code()).isEqualTo(200);
    }
}
