package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.removal.ApprovalsInMemory;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeldRemovalsTest {
    private static final Duration A_WHILE = Duration.ofSeconds(90);

    private final VirtualCluster cluster = new VirtualCluster();
    private final ApprovalsInMemory approvals = new ApprovalsInMemory();

    private void limit(Removal.Kind kind, String max) {
        cluster.removals = new RemovalPolicy(
                new RemovalLimits(Map.of(kind, RemovalLimits.Limit.parse(max).orElseThrow())), approvals);
    }

    @BeforeEach
    void threeServicesOnFourMachinesAreServed() {
        cluster.world.resources()
                .put(World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet"),
                        cluster.world.subnetBody("k8s-subnet"));
        for (int i = 0; i < 4; i++)
            cluster.join(i);
        for (int i = 0; i < 3; i++)
            cluster.make("web" + i, 80 + i);
    }

    private void begin() {
        cluster.begin().loop.advance(A_WHILE);
        assertThat(frontends("kubernetes")).isEqualTo(3);
    }

    @Test
    void frontendsAboveTheLimitStayWhileOthersAreAddedAndDeletedOnesGo() {
        limit(Removal.Kind.FRONTEND, "1");
        begin();
        cluster.make("other", 99);
        cluster.loop.advance(A_WHILE);
        cluster.replace(internal("web0"));
        cluster.replace(internal("web1"));
        cluster.delete("web2");
        cluster.make("new", 100);
        cluster.loop.advance(A_WHILE);

        assertThat(approvals.held().counts()).containsExactly(Map.entry(Removal.Kind.FRONTEND, 2));
        assertThat(frontends("kubernetes")).as("web0, web1, other, new").isEqualTo(4);
        assertThat(frontends("kubernetes-internal")).isZero();
        assertThat(cluster.services()).doesNotContain("web2");
        assertThat(cluster.written).anyMatch(each -> each.startsWith("new [")).contains("web2 let go");
        assertThat(cluster.world.resources().keySet().stream().filter(id -> id.hasType(ArmTypes.PUBLIC_IP)))
                .hasSize(4);

        approvals.approve(approvals.held().hash());
        cluster.loop.advance(A_WHILE);
        assertThat(frontends("kubernetes")).isEqualTo(2);
        assertThat(frontends("kubernetes-internal")).isEqualTo(2);
        assertThat(approvals.held().isEmpty()).isTrue();
        assertThat(approvals.approved()).isEmpty();
        assertThat(cluster.world.resources().keySet().stream().filter(id -> id.hasType(ArmTypes.PUBLIC_IP)))
                .hasSize(2);
    }

    @Test
    void publicIpsAboveTheLimitKeepTheirServicesAsTheyAre() {
        limit(Removal.Kind.PUBLIC_IP, "1");
        begin();
        int writes = cluster.arm.writes().size();
        cluster.replace(internal("web0"));
        cluster.replace(internal("web1"));
        cluster.loop.advance(A_WHILE);
        assertThat(approvals.held().counts()).containsExactly(Map.entry(Removal.Kind.PUBLIC_IP, 2));
        assertThat(cluster.arm.writes()).hasSize(writes);
    }

    @Test
    void whatIsHeldIsDeletedWithoutAskingWhenItsServiceIs() {
        limit(Removal.Kind.FRONTEND, "0");
        begin();
        cluster.replace(internal("web0"));
        cluster.replace(internal("web1"));
        cluster.loop.advance(A_WHILE);
        String first = approvals.held().hash();
        cluster.delete("web0");
        cluster.loop.advance(A_WHILE);
        assertThat(approvals.held().hash()).as("a changed plan").isNotEqualTo(first).isNotEmpty();
        assertThat(cluster.services()).doesNotContain("web0");
        cluster.delete("web1");
        cluster.delete("web2");
        cluster.loop.advance(A_WHILE);
        assertThat(cluster.services()).isEmpty();
        assertThat(approvals.held().isEmpty()).isTrue();
        assertThat(approvals.approved()).isEmpty();
    }

    @Test
    void holdEndsWhenTheCauseDoes() {
        limit(Removal.Kind.FRONTEND, "0");
        begin();
        int writes = cluster.arm.writes().size();
        cluster.replace(internal("web0"));
        cluster.loop.advance(A_WHILE);
        assertThat(approvals.held().isEmpty()).isFalse();
        cluster.replace(Services.named("web0").port("TCP", 80));
        cluster.loop.advance(A_WHILE);
        assertThat(approvals.held().isEmpty()).isTrue();
        assertThat(cluster.arm.writes()).hasSize(writes);
    }

    @Test
    void membersAboveTheShareOfThePoolStayUntilTheirRemovalIsApproved() {
        limit(Removal.Kind.POOL_MEMBER, "25%");
        begin();
        cluster.leave(0, true);
        cluster.leave(1, true);
        cluster.join(4);
        cluster.make("new", 100);
        cluster.loop.advance(A_WHILE);
        assertThat(approvals.held().counts()).containsExactly(Map.entry(Removal.Kind.POOL_MEMBER, 2));
        assertThat(members()).hasSize(5);
        assertThat(cluster.written).anyMatch(each -> each.startsWith("new ["));

        approvals.approve(approvals.held().hash());
        cluster.loop.advance(A_WHILE);
        assertThat(members()).hasSize(3);
        assertThat(approvals.held().isEmpty()).isTrue();
    }

    @Test
    void machinesOfNodesThatWereSeenToBeDeletedLeaveWithoutAsking() {
        limit(Removal.Kind.POOL_MEMBER, "0");
        begin();
        cluster.leave(0, false);
        cluster.leave(1, false);
        cluster.loop.advance(A_WHILE);
        assertThat(members()).hasSize(2);
        assertThat(approvals.reads()).isZero();
    }

    private static Services internal(String name) {
        return Services.named(name)
                .port("TCP", 80 + Integer.parseInt(name.substring(3)))
                .annotation("azure-load-balancer-internal", "true");
    }

    private int frontends(String balancer) {
        return cluster.world.resource(ArmTypes.LOAD_BALANCER, balancer)
                .map(json -> LoadBalancer.of(json).frontends().size())
                .orElse(0);
    }

    /** The instances that are in a pool. */
    private List<ArmId> members() {
        return cluster.world.resources()
                .entrySet()
                .stream()
                .filter(each -> each.getKey().hasType(ArmTypes.SCALE_SET_VM))
                .filter(each -> each.getValue().toString().contains("backendAddressPools/kubernetes"))
                .map(Map.Entry::getKey)
                .toList();
    }
}
