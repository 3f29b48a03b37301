package io.azureccm.service.reconcile.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.machine.NetworkInterface;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.NodeFacts;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A backend is shown by the name of its node. */
class BackendNodesTest {
    private static final ArmId INSTANCE = World.id(ArmTypes.SCALE_SET, "vmss-a").child("virtualMachines", "1");
    private static final String NONE = "";

    @ParameterizedTest
    @CsvSource(textBlock = """
            10.240.0.11, '',                                                vmss-a000001
            10.240.0.99, '',                                                ''
            '',          INTERFACE/ipConfigurations/x,                      vm
            '',          INTERFACE-2/ipConfigurations/x,                    ''
            '',          INSTANCE/networkInterfaces/nic/ipConfigurations/x, vmss-a000001
            '',          INSTANCE0/networkInterfaces/nic/ipConfigurations/x, ''
            10.240.0.10, INTERFACE/ipConfigurations/x,                      vm
            """)
    void nodeIsFoundByItsAddressOrTheMachineOfTheConfiguration(String address, String configuration, String name) {
        World world = world(1);
        String id = configuration.replace("INTERFACE", World.id(ArmTypes.NETWORK_INTERFACE, "vm-nic").toString())
                .replace("INSTANCE", INSTANCE.toString().toUpperCase(Locale.ROOT));
        assertThat(nodes(world).find(address, id).map(NodeFacts::name).orElse(NONE)).isEqualTo(name);
    }

    /** Measured by memory allocation, which is independent of the load of the machine. */
    @Test
    void nodeIsFoundAmongManyInterfacesAsFastAsAmongFew() {
        assertThat(bytes(300)).isLessThan(2 * bytes(3) + 1_000);
    }

    private static long bytes(int machines) {
        BackendNodes nodes = nodes(world(machines));
        String configuration = World.id(ArmTypes.NETWORK_INTERFACE, "nobody") + "/ipConfigurations/x";
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        nodes.find(NONE, configuration);
        long start = threads.getCurrentThreadAllocatedBytes();
        nodes.find(NONE, configuration);
        return threads.getCurrentThreadAllocatedBytes() - start;
    }

    /** Two instances of a scale set, and machines with interfaces of their own: vm, vm2, vm3 ... */
    private static World world(int machines) {
        World world = new World(2);
        for (int i = 1; i <= machines; i++)
            world.virtualMachine("vm" + (i == 1 ? "" : i), "");
        return world;
    }

    private static BackendNodes nodes(World world) {
        List<NetworkInterface> interfaces = world.resources()
                .entrySet()
                .stream()
                .filter(each -> each.getKey().hasType(ArmTypes.NETWORK_INTERFACE))
                .map(each -> new NetworkInterface(each.getKey(), each.getValue()))
                .toList();
        return new BackendNodes(world.clusterState().nodes(), interfaces);
    }
}
