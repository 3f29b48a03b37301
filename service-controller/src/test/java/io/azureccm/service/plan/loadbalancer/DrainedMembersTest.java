package io.azureccm.service.plan.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.model.AdminState;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of node-IP pools are taken down and restored as their nodes are drained, and states set by others are not modified. */
class DrainedMembersTest {
    private static final String A = "vmss-a000000";
    private static final String B = "vmss-a000001";
    private static final String C = "vmss-a000002";
    private static final String IP_OF_A = "10.240.0.10";

    private final World world = new World(3).with("loadBalancerBackendPoolConfigurationType", "nodeIP");

    @BeforeEach
    void aServiceBehindThreeNodes() {
        world.service(web().yaml());
        world.converge();
    }

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

    @Test
    void lastMemberThatIsNotDownIsTheOneDrainedLast() {
        world.drain(A, DrainReason.CORDONED, 3);
        world.drain(B, DrainReason.CLUSTER_AUTOSCALER, 9);
        world.drain(C, DrainReason.EXCLUDED, 6);

        world.converge();

        assertThat(states()).isEqualTo(Map.of(A, "Down", B, "", C, "Down"));
    }

    @Test
    void memberOnANodeOutOfServiceIsNotTheOneThatIsLeft() {
        world.drain(A, DrainReason.CORDONED, 3);
        world.drain(B, DrainReason.OUT_OF_SERVICE, 9);
        world.drain(C, DrainReason.OUT_OF_SERVICE, 6);

        world.converge();

        assertThat(states()).isEqualTo(Map.of(A, "", B, "Down", C, "Down"));
    }

    @Test
    void memberThatSomebodyElseTookDownDoesNotCountAsOneThatServes() {
        set(C, "Down");
        world.drain(A, DrainReason.CORDONED, 3);
        world.drain(B, DrainReason.CORDONED, 4);

        world.converge();

        assertThat(states()).isEqualTo(Map.of(A, "Down", B, "", C, "Down"));
    }

    @Test
    void membersOfAPoolThatAllLeaveStayAndOneServes() {
        for (String node : List.of(A, B, C))
            world.drain(node, DrainReason.CLUSTER_AUTOSCALER, 1);
        world.converge();
        for (String node : List.of(A, B, C))
            world.drained(node);

        world.converge();

        assertThat(states()).hasSize(3).containsValue("");
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
    void poolOfALocalServiceKeepsItsLastMemberWithoutTheStateOfOthers() {
        World several = new World(3).with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations", "[{name: kubernetes, primaryVMSet: vmss-a}]");
        several.service(web().yaml());
        several.endpoints("local", A);
        several.service(Services.named("local").port("TCP", 8080).local().yaml());
        several.converge();
        several.drain(A, DrainReason.CORDONED, 1);
        several.converge();

        LoadBalancer balancer = LoadBalancer.of(several.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow());
        Map<String, AdminState> states = new TreeMap<>();
        balancer.pools().forEach(pool -> states.put(pool.name(), pool.adminStates().get(IP_OF_A)));
        assertThat(states).hasSize(2)
                .containsEntry("kubernetes", AdminState.DOWN)
                .containsValue(AdminState.NONE);
    }

    /** Whatever is drained and restored in whatever order: a member always serves, the state converges, and nothing remains in the end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void anySequenceOfDrainsLeavesAMemberThatServesAndNoTrace(int seed) {
        Random random = new Random(seed);
        List<String> nodes = List.of(A, B, C);
        for (int step = 0; step < 30; step++) {
            String node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(3)) {
                case 0 -> world.drain(node, DrainReason.values()[random.nextInt(5)], step);
                case 1 -> world.drained(node);
                default -> world.back(node);
            }
            world.converge();
            assertThat(states().values()).as("step %s", step).anyMatch(state -> !state.equals("Down"));
        }
        nodes.forEach(world::back);
        world.converge();
        assertThat(states()).hasSize(3).doesNotContainValue("Down");
        assertThat(tags()).isEmpty();
    }

    private void machine(int index) {
        NodeFacts node = world.node(A);
        world.node(new NodeFacts("node-" + index, node.machine(), List.of("10.250." + index / 100 + "." + index % 100),
                false, false, false, Map.of()));
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    /** Another client sets the admin state. */
    private void set(String node, String state) {
        members().stream()
                .filter(entry -> ArmJson.name(entry).equals(node))
                .forEach(entry -> ArmJson.properties(entry).put("adminState", state));
    }

    private Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        members().forEach(entry -> states.put(ArmJson.name(entry), ArmJson.text(entry, "properties", "adminState")));
        return states;
    }

    private List<ObjectNode> members() {
        return ArmJson.list(ArmJson.list(balancer(), "properties", "backendAddressPools").getFirst(), "properties",
                "loadBalancerBackendAddresses");
    }

    private Map<String, String> tags() {
        return ResourceTags.of(balancer());
    }

    private ObjectNode balancer() {
        return world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
    }
}
