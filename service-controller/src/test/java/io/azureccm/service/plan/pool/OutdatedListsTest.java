package io.azureccm.service.plan.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of machines that are older than a node or a load balancer: they are read again. */
class OutdatedListsTest extends PoolMembersFixture {
    private static final ArmId SCALE_SET = World.id(ArmTypes.SCALE_SET, "vmss-a");
    private static final ArmId INTERFACES = collection(ArmTypes.NETWORK_INTERFACE);

    @Test
    void nodeWhoseMachineIsInNoListAsksForNewerLists() {
        world.virtualMachine("known", "");
        web();
        world.virtualMachine("unseen", "");
        world.resources().remove(World.id(ArmTypes.VIRTUAL_MACHINE, "unseen"));
        world.resources().remove(World.id(ArmTypes.NETWORK_INTERFACE, "unseen-nic"));
        assertThat(world.plan().missing().outdated()).containsExactlyInAnyOrder(
                collection(ArmTypes.VIRTUAL_MACHINE), INTERFACES);
    }

    @Test
    void nodeWhoseInstanceIsInNoListAsksForThoseOfItsScaleSetWhichIsFilledMeanwhile() {
        ArmId instance = SCALE_SET.child("virtualMachines", "0");
        world.machine(0);
        world.resources().remove(instance);
        world.service(Services.named("web").port("TCP", 80).yaml());
        assertThat(world.plan().missing().outdated()).containsExactlyInAnyOrder(
                SCALE_SET.children("virtualMachines"), collection(ArmTypes.SCALE_SET));
        assertThat(world.plan().plan().operations()).extracting(Operation::target).contains(SCALE_SET);

        world.breaks(instance, "its networkProfileConfiguration is no object");
        assertThat(world.plan().missing().outdated()).as("it is in the list, and cannot be read").isEmpty();
    }

    /** Azure removes interfaces from the pools of a deleted load balancer, but not instances of scale sets. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            interface, kubernetes, false, true
            interface, kubernetes, true,  false
            interface, other,      false, false
            instance,  kubernetes, false, false
            """)
    void interfaceInAPoolOfALoadBalancerThatDoesNotExistYetWasReadBefore(String member, String balancer, boolean exists,
            boolean asks) {
        world.virtualMachine("vm", "");
        world.machine(0);
        if (exists)
            web();
        putIn(balancer, member.equals("interface")
                ? World.id(ArmTypes.NETWORK_INTERFACE, "vm-nic")
                : SCALE_SET.child("virtualMachines", "0"));
        world.service(Services.named("web").port("TCP", 80).yaml());
        assertThat(world.plan().missing().outdated().contains(INTERFACES)).isEqualTo(asks);
    }

    private static ArmId collection(String type) {
        return ArmId.collection(World.SUBSCRIPTION, "k8s", type);
    }
}
