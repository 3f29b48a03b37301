package io.azureccm.service.reconcile.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.machine.NetworkInterface;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The node of a backend is the first one that a search through all nodes and interfaces finds. */
class BackendNodesPropertiesTest {
    /** Some are beginnings of others. */
    private static final List<ArmId> MACHINES = List.of(instance("1"), instance("11"),
            World.id(ArmTypes.VIRTUAL_MACHINE, "vm"), World.id(ArmTypes.VIRTUAL_MACHINE, "vm1"),
            World.id(ArmTypes.VIRTUAL_MACHINE, "gone"));
    private static final List<ArmId> INTERFACES = List.of(World.id(ArmTypes.NETWORK_INTERFACE, "nic"),
            World.id(ArmTypes.NETWORK_INTERFACE, "nic1"), World.id(ArmTypes.NETWORK_INTERFACE, "nic11"));

    private static ArmId instance(String number) {
        return World.id(ArmTypes.SCALE_SET, "vmss-a").child("virtualMachines", number);
    }

    @Property(tries = 60)
    void nodeIsFoundAsByASearchThroughAll(@ForAll long seed) {
        Random random = new Random(seed);
        List<NodeFacts> nodes = IntStream.range(0, random.nextInt(6)).mapToObj(i -> node(random, i)).toList();
        List<NetworkInterface> interfaces = INTERFACES.stream().map(id -> attached(random, id)).toList();
        BackendNodes index = new BackendNodes(nodes, interfaces);
        for (int i = 0; i < 30; i++) {
            String address = address(random);
            String configuration = configuration(random);
            assertThat(index.find(address, configuration)).as(address + " " + configuration)
                    .isEqualTo(nodes.stream()
                            .filter(node -> node.internalIps().contains(address) || node.machine()
                                    .filter(machine -> isOf(configuration, machine, interfaces))
                                    .isPresent())
                            .findFirst());
        }
    }

    private static boolean isOf(String configuration, ArmId machine, List<NetworkInterface> interfaces) {
        return isIn(configuration, machine) || interfaces.stream()
                .anyMatch(nic -> isIn(configuration, nic.id())
                        && nic.virtualMachine().filter(machine::equals).isPresent());
    }

    private static boolean isIn(String configuration, ArmId id) {
        return configuration.toLowerCase(Locale.ROOT).startsWith(id.toString().toLowerCase(Locale.ROOT) + "/");
    }

    private static NodeFacts node(Random random, int number) {
        List<String> addresses = random.ints(random.nextInt(3), 0, 1).mapToObj(each -> address(random)).toList();
        return new NodeFacts("n" + number,
                random.nextInt(4) == 0
                        ? Optional.empty()
                        : Optional.of(ArmId.parse(spelled(random, any(random, MACHINES)))),
                addresses, false, false, false, Map.of(), DrainFacts.NONE);
    }

    private static NetworkInterface attached(Random random, ArmId id) {
        return new NetworkInterface(id, World.json(random.nextInt(4) == 0
                ? "{}"
                : "{\"properties\": {\"virtualMachine\": {\"id\": \"" + spelled(random, any(random, MACHINES))
                        + "\"}}}"));
    }

    private static String address(Random random) {
        return any(random, List.of("10.240.0.1", "10.240.0.11", "fd00::1"));
    }

    /** Of a machine, of an interface, of an instance's interface, or none. */
    private static String configuration(Random random) {
        ArmId id = any(random, random.nextBoolean() ? MACHINES : INTERFACES);
        return spelled(random, id) + any(random, List.of("/ipConfigurations/x", "0/ipConfigurations/x", "", "/",
                "/networkInterfaces/nic/ipConfigurations/x"));
    }

    private static String spelled(Random random, ArmId id) {
        return random.nextBoolean() ? id.toString() : id.toString().toUpperCase(Locale.ROOT);
    }

    private static <T> T any(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
