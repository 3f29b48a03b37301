package io.azureccm.service.plan.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of node-IP pools are taken down and restored as their nodes are drained, and states set by others are not modified. */
class DrainedMembersTest extends DrainedMembersFixture {
    @ParameterizedTest
    @EnumSource
    void memberIsDownWhileItsNodeIsDrainedAndNoneAfterwards(DrainReason reason) {
        world.drain(A, reason, 1);

        List<Plan> plans = world.converge();

        assertThat(plans).hasSize(1);
        assertThat(plans.getFirst().operations()).extracting(each -> each.target().name())
                .containsExactly("kubernetes");
        assertThat(states()).isEqualTo(Map.of(A, "Down", B, "", C, ""));
        world.back(A);
        world.converge();
        assertThat(states()).isEqualTo(Map.of(A, "None", B, "", C, ""));
        assertThat(tags()).isEmpty();
    }

    @Test
    void drainingWithoutTagLeavesOtherTagsAndIsOneWriteForAllNodes() {
        world.drain(A, DrainReason.OUT_OF_SERVICE, 1);
        world.drain(B, DrainReason.CLUSTER_AUTOSCALER, 2);

        List<Plan> plans = world.converge();

        assertThat(plans).hasSize(1);
        assertThat(plans.getFirst().operations()).extracting(Operation::verb).containsExactly(Operation.Verb.PUT);
        assertThat(plans.getFirst().operations().getFirst().changes()).extracting(each -> each.cause().toString())
                .containsExactly("NodeDrained " + A + "(OutOfService)," + B + "(ClusterAutoscaler)", "NodeDrained");
        assertThat(tags()).isEqualTo(Map.of("k8s-azure-drained-1", "10.240.0.10,10.240.0.11"));
    }

    @ParameterizedTest
    @EnumSource(names = {"CLUSTER_AUTOSCALER", "DELETED", "EXCLUDED"})
    void nodeLeavesThePoolWhenItsTimeIsOver(DrainReason reason) {
        world.drain(A, reason, 1);
        world.converge();

        world.drained(A);
        world.converge();

        assertThat(states()).isEqualTo(Map.of(B, "", C, ""));
        assertThat(tags()).isEmpty();
    }

    @Test
    void addressThatAnotherNodeHasByNowIsNotTakenDown() {
        world.machine(3);
        NodeFacts next = world.node(3);
        world.node(new NodeFacts(next.name(), next.machine(), List.of(IP_OF_A), false, false, false, Map.of(),
                DrainFacts.NONE));
        world.drain(A, DrainReason.OUT_OF_SERVICE, 1);

        assertThat(world.converge()).isEmpty();
        assertThat(states()).isEqualTo(Map.of(A, "", B, "", C, ""));
    }

    @Test
    void nodeThatIsOnItsWayOutJoinsNoPoolToBeDrained() {
        world.machine(3);
        world.drain("vmss-a000003", DrainReason.CLUSTER_AUTOSCALER, 1);

        assertThat(world.converge()).isEmpty();
    }

    @Test
    void nodeThatStaysJoinsAPoolWithoutConnections() {
        world.machine(3);
        world.drain("vmss-a000003", DrainReason.CORDONED, 1);

        world.converge();

        assertThat(states()).containsEntry("vmss-a000003", "Down").hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Up", "Down", "Drain"})
    void stateThatSomebodyElseHasSetStays(String state) {
        set(A, state);
        assertThat(world.converge()).isEmpty();
        world.drain(A, DrainReason.OUT_OF_SERVICE, 1);
        assertThat(world.converge()).isEmpty();
        world.back(A);
        assertThat(world.converge()).isEmpty();
        assertThat(states()).containsEntry(A, state);
    }

    @Test
    void stateThatSomebodyElseSetsMeanwhileStays() {
        world.drain(A, DrainReason.OUT_OF_SERVICE, 1);
        world.converge();
        set(A, "Up");

        world.converge();

        assertThat(states()).containsEntry(A, "Up");
        assertThat(tags()).isEmpty();
    }

    @Test
    void stateThatWentMeanwhileIsSetAgain() {
        world.drain(A, DrainReason.OUT_OF_SERVICE, 1);
        world.converge();
        set(A, "None");

        world.converge();

        assertThat(states()).containsEntry(A, "Down");
    }

    /** A plan is a function of what Azure and the cluster show, so that another leader computes the same. */
    @Test
    void nodeThatCameBackWhileNobodyLedIsBroughtBack() {
        world.drain(A, DrainReason.CORDONED, 1);
        world.converge();
        world.back(A);

        world.converge();

        assertThat(states()).containsEntry(A, "None");
    }

    @Test
    void tagsOfTheCloudConfigDoNotTakeAwayWhichMembersAreDown() {
        world.with("systemTags", "team");
        world.drain(A, DrainReason.CORDONED, 1);
        world.converge();
        assertThat(world.converge()).isEmpty();
        assertThat(tags()).isEqualTo(Map.of("k8s-azure-drained-1", IP_OF_A));
    }

    @Test
    void manyNodesNeedSeveralTagsAndWhoDoesNotFitIsLeftToItsProbe() {
        for (int index = 3; index < 250; index++)
            machine(index);
        world.converge();
        for (NodeFacts node : List.copyOf(world.clusterState().nodes()))
            if (!node.name().equals(A))
                world.drain(node.name(), DrainReason.CORDONED, 1);

        world.converge();

        Map<String, String> tags = tags();
        assertThat(tags).hasSize(10).allSatisfy((key, value) -> assertThat(value).hasSizeLessThanOrEqualTo(256));
        long down = states().values().stream().filter("Down"::equals).count();
        assertThat(down).isEqualTo(tags.values().stream().mapToInt(value -> value.split(",").length).sum())
                .isBetween(180L, 248L);
        world.clusterState().nodes().forEach(node -> world.back(node.name()));
        world.converge();
        assertThat(states()).doesNotContainValue("Down");
        assertThat(tags()).isEmpty();
    }

    @Test
    void memberWhoseStateCouldNotBeAttributedLaterIsNotTakenDown() {
        foreignTags(50);
        world.drain(A, DrainReason.CORDONED, 1);
        assertThat(world.converge()).isEmpty();
        foreignTags(49);
        world.converge();
        assertThat(states()).containsEntry(A, "Down");
        world.back(A);
        world.converge();
        assertThat(states()).containsEntry(A, "None");
    }

    private void foreignTags(int count) {
        ObjectNode tags = balancer().putObject("tags");
        for (int tag = 0; tag < count; tag++)
            tags.put("policy" + tag, "x");
    }

    @Test
    void addressesThatFillTheValueOfATagExactlyAreInOne() {
        for (int index = 0; index < 17; index++) {
            String name = "node-" + index;
            world.node(new NodeFacts(name, world.node(A).machine(),
                    List.of((index < 15 ? "10.240.100.1" : "172.160.100.1") + (10 + index)), false, false, false,
                    Map.of(),
                    DrainFacts.NONE));
            world.drain(name, DrainReason.CORDONED, 1);
        }
        world.converge();
        assertThat(tags()).containsOnlyKeys("k8s-azure-drained-1");
        assertThat(tags().get("k8s-azure-drained-1")).hasSize(256);
    }

    @Test
    void memberOfAPoolOfSomebodyElseKeepsItsState() {
        ArmJson.properties(balancer())
                .withArray("/backendAddressPools")
                .add(ArmJson.list(balancer(), "properties", "backendAddressPools")
                        .getFirst()
                        .deepCopy()
                        .put("name", "theirs"));
        world.drain(A, DrainReason.CORDONED, 1);
        world.converge();
        assertThat(balancer().findValuesAsText("adminState")).containsExactly("Down");
    }

    @Test
    void downAreThoseThatThisControllerTookDownAndAzureShowsSo() {
        world.drain(A, DrainReason.CORDONED, 1);
        set(B, "Down");
        assertThat(down()).isEmpty();
        world.converge();
        assertThat(down()).containsExactly(IP_OF_A);
        set(A, "Up");
        assertThat(down()).isEmpty();
    }

    private Set<String> down() {
        return DrainedMembers.down(LoadBalancer.of(World.id(ArmTypes.LOAD_BALANCER, "kubernetes"), balancer()));
    }

    private void machine(int index) {
        NodeFacts node = world.node(A);
        world.node(new NodeFacts("node-" + index, node.machine(), List.of("10.250." + index / 100 + "." + index % 100),
                false, false, false, Map.of(), DrainFacts.NONE));
    }
}
