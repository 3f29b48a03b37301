package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.World;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drained nodes in virtual time: their members of pools, their conditions, and the number of writes. */
class DrainTest {
    private static final Duration SECONDS = Duration.ofSeconds(15);
    private static final String A = "vmss-a000000";

    private int before;

    private final VirtualCluster cluster = new VirtualCluster(
            new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP"),
            new DrainPolicy(Map.of(DrainReason.OUT_OF_SERVICE, Duration.ZERO, DrainReason.CORDONED,
                    Duration.ofMinutes(5), DrainReason.CLUSTER_AUTOSCALER, Duration.ofMinutes(2))));

    @BeforeEach
    void aServiceIsServedByThreeNodes() {
        cluster.world.resources()
                .put(World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet"),
                        cluster.world.subnetBody("k8s-subnet"));
        for (int i = 0; i < 3; i++)
            cluster.join(i);
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofSeconds(90));
        assertThat(states()).isEqualTo(Map.of(A, "", "vmss-a000001", "", "vmss-a000002", ""));
        cluster.written.clear();
        before = cluster.arm.log().size();
    }

    @Test
    void nodeOutOfServiceIsDownUntilItIsBackAndSaysSo() {
        taint("node.kubernetes.io/out-of-service");
        cluster.loop.advance(SECONDS);

        assertThat(states()).containsEntry(A, "Down");
        assertThat(writes()).hasSize(1);
        assertThat(cluster.written).containsExactly(A + " azureccm.io/LoadBalanced False (OutOfService)");
        assertThat(cluster.explain("web", "").toString()).contains(A, "gets no new connections", "OutOfService since",
                "admin state Down: 10.240.0.10");

        cluster.change(0, node -> node.editSpec().withTaints().endSpec());
        cluster.loop.advance(SECONDS);

        assertThat(states()).containsEntry(A, "None");
        assertThat(writes()).hasSize(2);
        assertThat(cluster.written).endsWith(A + " azureccm.io/LoadBalanced True (NotDrained)").hasSize(2);
    }

    @Test
    void nodeThatIsToBeDeletedLeavesAfterItsTimeWithoutAnyEvent() {
        taint("ToBeDeletedByClusterAutoscaler");
        cluster.loop.advance(Duration.ofSeconds(119));
        assertThat(states()).containsEntry(A, "Down");

        cluster.loop.advance(SECONDS);

        assertThat(states()).doesNotContainKey(A).hasSize(2);
        assertThat(writes()).hasSize(2);
        assertThat(cluster.written).containsExactly(A + " azureccm.io/LoadBalanced False (ClusterAutoscaler)");
    }

    @Test
    void cordonedNodeGoesDownAfterItsTimeWithoutAnyEvent() {
        cluster.change(0, node -> node.editSpec().withUnschedulable(true).endSpec());
        cluster.loop.advance(Duration.ofSeconds(299));
        assertThat(states()).containsEntry(A, "");

        cluster.loop.advance(SECONDS);

        assertThat(states()).containsEntry(A, "Down");
        assertThat(writes()).hasSize(1);
    }

    @Test
    void nothingIsReadOrWrittenWhileANodeStaysDrained() {
        taint("node.kubernetes.io/out-of-service");
        cluster.loop.advance(SECONDS);
        cluster.written.clear();
        before = cluster.arm.log().size();

        cluster.loop.advance(Duration.ofMinutes(9));

        assertThat(calls()).as("but for the hourly read of quotas").allMatch(call -> call.endsWith("/usages"));
        assertThat(cluster.written).isEmpty();
    }

    @Test
    void conditionThatWasNotTakenIsWrittenLater() {
        cluster.refuseStatus(new IllegalStateException("no right"));
        taint("node.kubernetes.io/out-of-service");
        cluster.loop.advance(SECONDS);
        assertThat(states()).containsEntry(A, "Down");
        cluster.refuseStatus(null);

        cluster.loop.advance(Duration.ofSeconds(31));

        assertThat(cluster.written).containsExactly(A + " azureccm.io/LoadBalanced False (OutOfService)");
    }

    private void taint(String key) {
        cluster.change(0,
                node -> node.editSpec().addNewTaint().withKey(key).withEffect("NoExecute").endTaint().endSpec());
    }

    private List<String> calls() {
        return cluster.arm.log().subList(before, cluster.arm.log().size());
    }

    private List<String> writes() {
        return calls().stream().filter(call -> !call.startsWith("GET ") && !call.startsWith("LIST ")).toList();
    }

    private Map<String, String> states() {
        ObjectNode balancer = cluster.world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        Map<String, String> states = new TreeMap<>();
        ArmJson.list(ArmJson.list(balancer, "properties", "backendAddressPools").getFirst(), "properties",
                "loadBalancerBackendAddresses")
                .forEach(entry -> states.put(ArmJson.name(entry), ArmJson.text(entry, "properties", "adminState")));
        return states;
    }
}
