package io.azureccm.service.plan.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Machines join a pool once it exists. */
class PoolChangesTest {
    private final World world = new World(2);

    @Test
    void machinesWaitForThePoolOfALoadBalancerThatIsBeingDeletedAndIsWantedAgain() {
        world.subnet("k8s-subnet", "10.240.0.0/16");
        world.service(Services.named("web")
                .port("TCP", 80)
                .annotation("azure-load-balancer-internal", "true")
                .yaml());
        world.plan().plan().ready().stream().filter(PoolChangesTest::isLoadBalancer).forEach(world::applyOne);
        assertThat(joining()).as("the pool is there").isNotEmpty().noneMatch(Operation::isDeferred);

        ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes-internal").orElseThrow())
                .put("provisioningState", "Deleting");

        assertThat(joining()).isNotEmpty().allMatch(Operation::isDeferred);
    }

    /** It is filled once: the leader that made it knows until its machines have joined. */
    @Test
    void machinesJoinAPreconfiguredPoolOnlyIfThisLeaderMadeIt() {
        world.with("preConfiguredBackendPoolLoadBalancerTypes", "all");
        world.service(Services.named("web").port("TCP", 80).annotation("azure-load-balancer-internal", "true").yaml());
        world.plan().plan().ready().stream().filter(PoolChangesTest::isLoadBalancer).forEach(world::applyOne);
        assertThat(joining()).isEmpty();
        ArmId pool = World.id(ArmTypes.LOAD_BALANCER, "kubernetes-internal").child("backendAddressPools", "kubernetes");
        ServicePlan plan = new ServicePlanner(
                new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false), RemovalLimits.NONE)
                .plan(world.observedState().with(InFlightChanges.UNKNOWN.with(Set.of(pool), Map.of(), Set.of())),
                        ServiceDecisions.of(world.clusterState()), LastKnownGood.NOTHING);
        assertThat(joining(plan)).hasSize(3).noneMatch(Operation::isDeferred);
    }

    private List<Operation> joining() {
        return joining(world.plan());
    }

    private static List<Operation> joining(ServicePlan plan) {
        return plan.plan()
                .operations()
                .stream()
                .filter(operation -> !isLoadBalancer(operation)
                        && operation.changes().stream().anyMatch(change -> change.element().equals("pool")))
                .toList();
    }

    private static boolean isLoadBalancer(Operation operation) {
        return operation.target().hasType(ArmTypes.LOAD_BALANCER);
    }
}
