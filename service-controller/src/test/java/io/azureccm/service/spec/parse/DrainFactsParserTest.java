package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainFactsParserTest {
    private static final Set<DrainReason> ALL = EnumSet.allOf(DrainReason.class);

    @ParameterizedTest(name = "{0}: {1} since {2}")
    @CsvSource(delimiter = '|', value = {
            "spec: {taints: [{key: node.kubernetes.io/out-of-service, effect: NoExecute, timeAdded: '2026-01-02T03:04:05Z'}]}"
                    + " | OUT_OF_SERVICE | 2026-01-02T03:04:05Z",
            "spec: {taints: [{key: node.kubernetes.io/out-of-service, effect: NoExecute}]} | OUT_OF_SERVICE |",
            "spec: {taints: [{key: ToBeDeletedByClusterAutoscaler, value: '1767323045', effect: NoSchedule}]}"
                    + " | CLUSTER_AUTOSCALER | 2026-01-02T03:04:05Z",
            "spec: {taints: [{key: ToBeDeletedByClusterAutoscaler, value: soon, effect: NoSchedule}]} | CLUSTER_AUTOSCALER |",
            "spec: {taints: [{key: ToBeDeletedByClusterAutoscaler, value: '99999999999999999', effect: NoSchedule}]}"
                    + " | CLUSTER_AUTOSCALER |",
            "spec: {unschedulable: true} | CORDONED |",
            "spec: {unschedulable: true, taints: [{key: node.kubernetes.io/unschedulable, effect: NoSchedule,"
                    + " timeAdded: '2026-01-02T03:04:05Z'}]} | CORDONED | 2026-01-02T03:04:05Z",
            "metadata: {name: n, deletionTimestamp: '2026-01-02T03:04:05Z', finalizers: [a/b]} | DELETED"
                    + " | 2026-01-02T03:04:05Z",
            "metadata: {name: n, labels: {node.kubernetes.io/exclude-from-external-load-balancers: ''}} | EXCLUDED |"})
    void reasonIsKnownWithTheMomentThatTheNodeTells(String yaml, DrainReason reason, Instant since) {
        assertThat(parse(yaml, ALL).drain().reasons()).isEqualTo(Map.of(reason, Optional.ofNullable(since)));
        assertThat(parse(yaml, EnumSet.complementOf(EnumSet.of(reason))).drain().reasons()).isEmpty();
        assertThat(parse(yaml, Set.of()).drain().reasons()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {"spec: {}", "spec: {unschedulable: false}",
            "metadata: {name: n, labels: {node.kubernetes.io/exclude-from-external-load-balancers: 'false'}}"})
    void nodeThatIsInOrderHasNoReason(String yaml) {
        assertThat(parse(yaml, ALL).drain().reasons()).isEmpty();
    }

    /** A reason to leave at once takes precedence over other reasons. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {
            "metadata: {name: n, deletionTimestamp: '2026-01-02T03:04:05Z'}\\nspec: {taints: [{key: ToBeDeletedByClusterAutoscaler}]}",
            "metadata: {name: n, labels: {kubernetes.azure.com/managed: 'false'}}\\nspec: {taints: [{key: ToBeDeletedByClusterAutoscaler}]}"})
    void nodeThatLeavesForAnotherReasonLeavesAtOnce(String yaml) {
        assertThat(parse(yaml, Set.of(DrainReason.CLUSTER_AUTOSCALER)).drain().reasons()).isEmpty();
    }

    @Test
    void conditionOfAnEarlierDrainIsKnownWithoutAnyReason() {
        String yaml = "status: {conditions: [{type: azureccm.io/LoadBalanced, status: 'False', reason: Cordoned}]}";

        assertThat(parse(yaml, Set.of()).drain().condition().orElseThrow().isProblem()).isTrue();
    }

    private static NodeFacts parse(String yaml, Set<DrainReason> reasons) {
        String whole = (yaml.contains("metadata:") ? "" : "metadata: {name: n}\n") + yaml.replace("\\n", "\n");
        DrainPolicy policy = new DrainPolicy(
                reasons.stream().collect(Collectors.toMap(Function.identity(), reason -> Duration.ofSeconds(60))));
        return new NodeFactsParser("k8s", Set.of(), policy,
                node -> NodeConditions.of(node, DrainFacts.CONDITION.type()))
                .parse(Serialization.unmarshal(whole, Node.class));
    }
}
