package io.azureccm.e2e.suite.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.e2e.cluster.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of Kubernetes by which the model places pods and gives them name servers. */
class PodSpecTest {
    private static PodSpec pod(String yaml) {
        return new PodSpec(Json.parse(yaml));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {operator: Exists}                               | true
            {key: k, operator: Exists}                       | true
            {key: k, operator: Exists, effect: NoSchedule}   | true
            {key: k, value: v, effect: NoSchedule}           | true
            {key: k, value: v}                               | true
            {key: k, operator: Equal, value: v}              | true
            {key: k, effect: NoSchedule}                     | false
            {key: k, operator: Exists, effect: NoExecute}    | false
            {key: other, operator: Exists}                   | false
            {key: k, value: other}                           | false
            {operator: Exists, effect: NoExecute}            | false
            """)
    void taintIsToleratedByAMatchingToleration(String toleration, boolean tolerated) {
        PodSpec pod = pod("{tolerations: [" + toleration + "]}");
        assertThat(pod.tolerates(new Taint("k", "v", "NoSchedule"))).isEqualTo(tolerated);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                        | CLUSTER
            {dnsPolicy: ClusterFirst}                                 | CLUSTER
            {hostNetwork: true}                                       | NODE
            {hostNetwork: true, dnsPolicy: ClusterFirst}              | NODE
            {hostNetwork: true, dnsPolicy: ClusterFirstWithHostNet}   | CLUSTER
            {hostNetwork: true, dnsPolicy: Default}                   | NODE
            {dnsPolicy: Default}                                      | NODE
            """)
    void nameServersFollowFromPolicyAndNetwork(String spec, PodSpec.Resolver resolver) {
        assertThat(pod(spec).resolver()).isEqualTo(resolver);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {nodeSelector: {os: linux}}                     | true
            {nodeSelector: {os: windows}}                   | false
            {nodeSelector: {role: ''}}                      | true
            {nodeSelector: {other: ''}}                     | false
            {key: os, operator: In, values: [linux, bsd]}   | true
            {key: os, operator: NotIn, values: [linux]}     | false
            {key: role, operator: Exists}                   | true
            {key: role, operator: DoesNotExist}             | false
            """)
    void machinesAreSelectedByLabelsAndExpressions(String rule, boolean selected) {
        String spec = rule.contains("operator")
                ? "{affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{"
                        + "matchExpressions: [" + rule + "]}]}}}}"
                : rule;
        assertThat(pod(spec).selects(Json.parse("{os: linux, role: ''}"))).isEqualTo(selected);
    }

    @Test
    void portsOfTheMachine() {
        String containers = "containers: [{ports: [{containerPort: 80}, {containerPort: 81, hostPort: 8081}]}]";
        assertThat(pod("{" + containers + "}").hostPorts()).containsExactly(8081);
        assertThat(pod("{hostNetwork: true, " + containers + "}").hostPorts()).containsExactly(80, 8081);
    }

    @Test
    void whatTheModelDoesNotKnowIsRefused() {
        assertThatThrownBy(() -> pod("{dnsPolicy: None}").resolver())
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
