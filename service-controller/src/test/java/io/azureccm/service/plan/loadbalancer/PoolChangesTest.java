package io.azureccm.service.plan.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
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

    private List<Operation> joining() {
        return world.plan()
                .plan()
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
