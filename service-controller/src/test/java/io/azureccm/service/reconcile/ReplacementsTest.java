package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.exec.RunResult;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A Service whose public IP Azure does not let go of keeps it, until it asks for something else. */
class ReplacementsTest {
    private static final ArmId IP = ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "kubernetes-web");

    private final Replacements replacements = new Replacements();

    @Test
    void refusal_is_remembered_until_the_service_asks_for_something_else() {
        ClusterState clusterState = clusterState("A=1");
        replacements.begin(clusterState);
        assertThat(replacements.learn(deletion(new Outcome.Rejected(409, "ScopeLocked", "locked")), clusterState))
                .isTrue();
        assertThat(replacements.learn(deletion(new Outcome.Rejected(409, "ScopeLocked", "locked")), clusterState))
                .isFalse();
        assertThat(ipTags(replacements.keeping(clusterState))).isEmpty();
        assertThat(replacements.keeping(clusterState).services().getFirst().notices()).singleElement()
                .satisfies(notice -> assertThat(notice.message()).contains("kubernetes-web", "ScopeLocked"));
        assertThat(replacements.postponed()).isEmpty();

        replacements.begin(clusterState("A=1"));
        assertThat(ipTags(replacements.keeping(clusterState("A=1")))).as("the same wish in the next pass").isEmpty();
        replacements.begin(clusterState("A=2"));
        assertThat(ipTags(replacements.keeping(clusterState("A=2")))).isPresent();
    }

    @Test
    void what_merely_went_wrong_is_tried_again_in_the_next_pass() {
        ClusterState clusterState = clusterState("A=1");
        for (Outcome outcome : List.of(new Outcome.Unknown("lost"), new Outcome.Throttled(Instant.EPOCH, "wait"))) {
            replacements.begin(clusterState);
            assertThat(replacements.learn(deletion(outcome), clusterState)).isTrue();
            assertThat(ipTags(replacements.keeping(clusterState))).isEmpty();
            assertThat(replacements.postponed()).containsKey("uid-web");
            replacements.begin(clusterState);
            assertThat(ipTags(replacements.keeping(clusterState))).isPresent();
        }
    }

    @Test
    void deletion_that_worked_or_was_not_tried_is_no_news() {
        ClusterState clusterState = clusterState("A=1");
        replacements.begin(clusterState);
        for (Outcome outcome : List.of(new Outcome.Applied(null), new Outcome.NoChange(),
                new Outcome.NotAttempted(Outcome.NotAttempted.Reason.PREREQUISITE_FAILED, "load balancer first"))) {
            assertThat(replacements.learn(deletion(outcome), clusterState)).isFalse();
        }
        assertThat(replacements.keeping(clusterState)).isEqualTo(clusterState);
    }

    private static Optional<Map<String, String>> ipTags(ClusterState clusterState) {
        return clusterState.services().getFirst().address().ipTags();
    }

    private static RunResult deletion(Outcome outcome) {
        Operation operation = Operation
                .delete(IP, List.of(Change.remove(Change.RESOURCE, IP.name(),
                        new Cause(PublicIpPlanner.IP_TAGS_CHANGED, "shop/web"))))
                .forSubjects(Set.of("shop/web"));
        Plan plan = new Plan("lb=kubernetes", List.of(operation), List.of(), Plan.Basis.NONE);
        return new RunResult(List.of(new PlanOutcome(plan, Map.of(IP, outcome))), Optional.empty());
    }

    private static ClusterState clusterState(String ipTags) {
        ServiceSpec web = new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz"))
                .parse(new ServiceBuilder().withNewMetadata()
                        .withName("web")
                        .withNamespace("shop")
                        .withUid("uid-web")
                        .addToAnnotations("service.beta.kubernetes.io/azure-pip-ip-tags", ipTags)
                        .endMetadata()
                        .withNewSpec()
                        .withType("LoadBalancer")
                        .addNewPort()
                        .withPort(80)
                        .withProtocol("TCP")
                        .endPort()
                        .endSpec()
                        .build(), 1);
        return new ClusterState(List.of(web), List.of(), Set.of(), 1);
    }
}
