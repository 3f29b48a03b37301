package io.azureccm.service.plan.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.WorldPools;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which machines join and leave pools of network interfaces, and by which resource. */
class MembershipPlannerTest extends PoolMembersFixture {
    @ParameterizedTest
    @CsvSource({"networkInterfaces, Failed", "networkInterfaces, Deleting", "virtualMachines, Deleting",
            "virtualMachines, Unknown"})
    void brokenAndLeavingMachinesArePassedOver(String what, String state) {
        world.virtualMachine("good", "");
        world.virtualMachine("bad", "");
        ArmJson.properties(what.equals("virtualMachines")
                ? resource(ArmTypes.VIRTUAL_MACHINE, "bad")
                : resource(ArmTypes.NETWORK_INTERFACE, "bad-nic")).put("provisioningState", state);
        web();
        assertThat(members()).containsExactly("good-nic");
    }

    @Test
    void lastMemberStaysUntilAMachineOfAnotherKindHasJoined() {
        world.virtualMachine("old", "");
        web();
        world.node(excluded(world.node("old")));
        assertThat(world.converge()).isEmpty();
        assertThat(members()).containsExactly("old-nic");

        world.scaleSet("flex", "Flexible");
        world.virtualMachine("new", World.id(ArmTypes.SCALE_SET, "flex").toString());
        List<Operation> operations = world.plan().plan().operations();
        Operation leaves = operations.stream()
                .filter(operation -> operation.target().name().equals("old-nic"))
                .findFirst()
                .orElseThrow();
        assertThat(leaves.after()).contains(World.id(ArmTypes.NETWORK_INTERFACE, "new-nic"));
        world.converge();
        assertThat(members()).containsExactly("new-nic");
    }

    @Test
    void nobodyLeavesAPoolWhoseMembersAreAllExcluded() {
        world.virtualMachine("one", "");
        world.virtualMachine("two", "");
        web();
        world.node(excluded(world.node("one")));
        world.node(excluded(world.node("two")));
        assertThat(world.converge()).isEmpty();
        assertThat(members()).containsExactlyInAnyOrder("one-nic", "two-nic");

        world.virtualMachine("three", "");
        world.converge();
        assertThat(members()).containsExactly("three-nic");
    }

    @Test
    void machineOfANodeThatLeftGoesAndOneThatHasNoNodeYetStays() {
        world.virtualMachine("stays", "");
        world.virtualMachine("leaves", "");
        world.virtualMachine("early", "");
        web();
        world.nodeLeft("leaves");
        world.forgetNode("early");
        world.converge();
        assertThat(members()).containsExactlyInAnyOrder("stays-nic", "early-nic");
    }

    @Test
    void drainedNodeNeitherJoinsNorIsTakenOut() {
        world.virtualMachine("in", "");
        web();
        world.virtualMachine("out", "");
        for (String name : List.of("in", "out")) {
            NodeFacts node = world.node(name);
            world.node(new NodeFacts(name, node.machine(), node.internalIps(), false, true, false, Map.of(),
                    DrainFacts.NONE));
        }
        assertThat(world.converge()).isEmpty();
        assertThat(members()).containsExactly("in-nic");
    }

    /** Somebody put it there, or its node was labelled later; the pool may be its way to the Internet. */
    @Test
    void controlPlaneIsNotTakenOutOfAPool() {
        world.virtualMachine("worker", "");
        world.virtualMachine("cp", "");
        web();
        NodeFacts node = world.node("cp");
        world.node(new NodeFacts("cp", node.machine(), node.internalIps(), false, false, true, Map.of(),
                DrainFacts.NONE));
        assertThat(world.converge()).isEmpty();
        assertThat(members()).containsExactlyInAnyOrder("worker-nic", "cp-nic");
    }

    @ParameterizedTest
    @CsvSource({"standard, true, cp", "standard, false, 'cp,worker'", "basic, true, 'cp,worker'"})
    void controlPlaneStaysOutOfStandardLoadBalancersUnlessToldOtherwise(String sku, boolean exclude,
            String expected) {
        world.with("loadBalancerSku", sku)
                .with("vmType", "standard")
                .with("excludeMasterFromStandardLB", String.valueOf(exclude));
        world.virtualMachine("worker", "");
        world.virtualMachine("cp", "");
        NodeFacts node = world.node("cp");
        world.node(new NodeFacts("cp", node.machine(), node.internalIps(), false, false, true, Map.of(),
                DrainFacts.NONE));
        web();
        assertThat(members())
                .isEqualTo(expected.contains("worker") ? Set.of("cp-nic", "worker-nic") : Set.of("worker-nic"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            standard, '',  as-nic+lone-nic,  flex+vmss
            standard, as,  as-nic,           flex+lone+vmss
            vmss,     '',  vmss,             as+flex+lone
            vmssflex, '',  vmss,             as+flex+lone
            """)
    void basicLoadBalancerTakesOneSetOfMachines(String vmType, String primary, String joined, String refused) {
        world.with("loadBalancerSku", "basic").with("vmType", vmType);
        if (!primary.isEmpty())
            world.with("primaryAvailabilitySetName", primary);
        world.machine(0);
        world.scaleSet("set", "Flexible");
        world.virtualMachine("as", World.id(ArmTypes.AVAILABILITY_SET, "as").toString());
        world.virtualMachine("lone", "");
        world.virtualMachine("flex", World.id(ArmTypes.SCALE_SET, "set").toString());
        web();
        Set<String> names = new TreeSet<>(members());
        assertThat(names.removeIf(name -> name.equals("0")) ? "vmss" : String.join("+", names)).isEqualTo(
                joined.equals("vmss") ? "vmss" : joined);
        List<String> nodes = world.plan().plan().refusals().stream().map(Refusal::subject).toList();
        assertThat(String.join("+", nodes)).isEqualTo(refused.replace("vmss", "vmss-a000000"));
    }

    @Test
    void machineInAPoolOfAnotherLoadBalancerIsLeftThere() {
        world.virtualMachine("mine", "");
        world.virtualMachine("theirs", "");
        putIn("other", World.id(ArmTypes.NETWORK_INTERFACE, "theirs-nic"));
        web();
        assertThat(members()).containsExactly("mine-nic");
    }

    /** A second interface may be behind any load balancer: Azure limits each interface, not each machine. */
    @Test
    void machineJoinsWhateverLoadBalancerAnotherOfItsInterfacesIsBehind() {
        world.machine(0);
        for (ArmId member : List.of(world.node(0).machine().orElseThrow(), World.id(ArmTypes.SCALE_SET, "vmss-a"))) {
            ArrayNode interfaces = (ArrayNode) world.resources()
                    .get(member)
                    .findValue("networkInterfaceConfigurations");
            ObjectNode second = interfaces.get(0).deepCopy();
            ArmJson.properties(second.put("name", "second")).put("primary", false);
            second.findParent("privateIPAddressVersion")
                    .putArray("loadBalancerBackendAddressPools")
                    .add(ArmJson.reference(
                            World.id(ArmTypes.LOAD_BALANCER, "other") + "/backendAddressPools/theirs"));
            interfaces.add(second);
        }
        web();
        assertThat(members()).containsExactly("0");
        assertThat(resource(ArmTypes.SCALE_SET, "vmss-a").toString())
                .contains("/loadBalancers/kubernetes/", "/loadBalancers/other/");
    }

    @Test
    void excludedMachineLeavesNoPoolOfSomebodyElse() {
        for (String name : List.of("stays", "excluded")) {
            world.virtualMachine(name, "");
            putIn("other", World.id(ArmTypes.NETWORK_INTERFACE, name + "-nic"));
        }
        web();
        world.node(excluded(world.node("excluded")));
        assertThat(world.converge()).isEmpty();
    }

    private static NodeFacts excluded(NodeFacts node) {
        return new NodeFacts(node.name(), node.machine(), node.internalIps(), true, false, false, Map.of(),
                DrainFacts.NONE);
    }

    /** Names of the members of the IPv4 pool, without models. */
    private Set<String> members() {
        Set<String> members = new TreeSet<>();
        world.resources().forEach((id, body) -> {
            if (!id.hasType(ArmTypes.SCALE_SET)
                    && WorldPools.refersTo(body, World.id(ArmTypes.LOAD_BALANCER, "kubernetes")
                            .child("backendAddressPools", "kubernetes")))
                members.add(id.name());
        });
        return members;
    }
}
