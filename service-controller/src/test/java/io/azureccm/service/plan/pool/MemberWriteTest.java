package io.azureccm.service.plan.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written to machines, interfaces and scale sets that join pools. */
class MemberWriteTest extends PoolMembersFixture {
    private static final String POOL = "/loadBalancers/kubernetes/backendAddressPools/kubernetes";
    private static final String POOL_V6 = POOL + "-IPv6";

    @Test
    void primaryConfigurationOfThePrimaryInterfaceJoinsAndNothingElseChanges() {
        world.virtualMachine("vm", "");
        ObjectNode machine = resource(ArmTypes.VIRTUAL_MACHINE, "vm");
        ArmJson.list(machine, "properties", "networkProfile", "networkInterfaces")
                .forEach(nic -> ArmJson.properties(nic).put("primary", true));
        world.put(ArmTypes.NETWORK_INTERFACE, "vm-second", interfaces("second", "IPv4"));
        ArmJson.properties(machine)
                .withArray("/networkProfile/networkInterfaces")
                .add(ArmJson.reference(World.id(ArmTypes.NETWORK_INTERFACE, "vm-second").toString()));
        ArmJson.properties(resource(ArmTypes.NETWORK_INTERFACE, "vm-nic"))
                .set("ipConfigurations", World.json(interfaces("podips", "IPv4", "main", "IPv4"))
                        .at(
                                "/properties/ipConfigurations"));
        ArmJson.properties(configuration("vm-nic", "main")).put("primary", true);
        web();
        assertThat(pools("vm-nic", "main")).containsExactly(POOL);
        assertThat(pools("vm-nic", "podips")).isEmpty();
        assertThat(resource(ArmTypes.NETWORK_INTERFACE, "vm-second").toString()).doesNotContain(POOL);
        assertThat(ArmJson.text(resource(ArmTypes.NETWORK_INTERFACE, "vm-nic"), "properties", "futureProperty"))
                .isEqualTo("kept");
    }

    /** The reference puts the first configuration of a family into the pool, which need not be the primary one. */
    @Test
    void interfaceIsNotPutIntoAPoolASecondTimeByAnotherConfiguration() {
        world.virtualMachine("vm", "");
        world.put(ArmTypes.NETWORK_INTERFACE, "vm-nic", interfaces("first", "IPv4", "main", "IPv4"));
        ArmJson.properties(configuration("vm-nic", "main")).put("primary", true);
        ArmJson.properties(configuration("vm-nic", "first"))
                .putArray("loadBalancerBackendAddressPools")
                .add(ArmJson.reference(World.id(ArmTypes.LOAD_BALANCER, "kubernetes")
                        + "/backendAddressPools/kubernetes"));
        web();
        assertThat(pools("vm-nic", "first")).containsExactly(POOL);
        assertThat(pools("vm-nic", "main")).isEmpty();
    }

    @Test
    void modelOfAScaleSetIsWrittenWithoutTheNumberOfItsMachines() {
        resource(ArmTypes.SCALE_SET, "vmss-a").putObject("sku").put("name", "Standard_D2s_v3").put("capacity", 3);
        world.machine(0);
        world.service(Services.named("web").port("TCP", 80).yaml());
        Operation model = world.converge()
                .stream()
                .flatMap(plan -> plan.operations().stream())
                .filter(operation -> operation.target().equals(World.id(ArmTypes.SCALE_SET, "vmss-a")))
                .findFirst()
                .orElseThrow();
        assertThat(model.body().path("sku").toString()).isEqualTo("{\"name\":\"Standard_D2s_v3\"}");
    }

    @Test
    void firstConfigurationOfEachFamilyJoinsThePoolOfThatFamily() {
        world.virtualMachine("vm", "");
        world.put(ArmTypes.NETWORK_INTERFACE, "vm-nic",
                interfaces("a", "IPv4", "b", "IPv4", "c", "IPv6", "d", "IPv6"));
        dualStack();
        assertThat(pools("vm-nic", "a")).containsExactly(POOL);
        assertThat(pools("vm-nic", "c")).containsExactly(POOL_V6);
        assertThat(pools("vm-nic", "b")).isEmpty();
        assertThat(pools("vm-nic", "d")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            Linux,   {"sku": "2019-datacenter"},                                      true
            Windows, {"sku": "2019-datacenter-core"},                                 false
            Windows, {"id": "/x/images/windows-2019-containerd/versions/1"},          false
            Windows, {"id": "/x/images/windows/versions/17763.5820.240516"},          false
            Windows, {"version": "17763.1"},                                          false
            Windows, {"sku": "2022-datacenter-core"},                                 true
            """, quoteCharacter = '`')
    void windows2019HasNoIpv6(String system, String image, boolean both) {
        ObjectNode set = world.scaleSet("flex", "Flexible");
        ObjectNode profile = ArmJson.child(set, "properties", "virtualMachineProfile").orElseThrow();
        profile.withObject("/storageProfile/osDisk").put("osType", system);
        profile.withObject("/storageProfile").set("imageReference", World.json(image));
        world.virtualMachine("vm", World.id(ArmTypes.SCALE_SET, "flex").toString());
        world.put(ArmTypes.NETWORK_INTERFACE, "vm-nic", interfaces("four", "IPv4", "six", "IPv6"));
        dualStack();
        assertThat(pools("vm-nic", "four")).containsExactly(POOL);
        assertThat(pools("vm-nic", "six")).isEqualTo(both ? Set.of(POOL_V6) : Set.of());
    }

    @ParameterizedTest
    @CsvSource({"'', 2020-11-01", "2022-11-01, 2022-11-01"})
    void modelOfAFlexibleScaleSetSaysItsNetworkApiVersion(String before, String after) {
        ObjectNode set = world.scaleSet("flex", "Flexible");
        if (!before.isEmpty())
            set.withObject("/properties/virtualMachineProfile/networkProfile").put("networkApiVersion", before);
        world.virtualMachine("vm", World.id(ArmTypes.SCALE_SET, "flex").toString());
        web();
        assertThat(ArmJson.text(resource(ArmTypes.SCALE_SET, "flex"), "properties", "virtualMachineProfile",
                "networkProfile", "networkApiVersion")).isEqualTo(after);
    }

    private void dualStack() {
        world.service(Services.named("web")
                .port("TCP", 80)
                .spec("ipFamilies: [IPv4, IPv6]")
                .spec("ipFamilyPolicy: RequireDualStack")
                .yaml());
        world.converge();
    }

    private Set<String> pools(String nic, String configuration) {
        Set<String> pools = new TreeSet<>();
        ArmJson.list(configuration(nic, configuration), "properties", "loadBalancerBackendAddressPools")
                .forEach(pool -> pools.add(ArmJson.text(pool, "id").replaceAll(".*(/loadBalancers/)", "$1")));
        return pools;
    }

    /** An interface with these IP configurations: alternating names and versions. */
    private static String interfaces(String... namesAndVersions) {
        ObjectNode nic = ArmJson.object();
        for (int i = 0; i < namesAndVersions.length; i += 2) {
            ObjectNode configuration = ArmJson.properties(nic)
                    .withArray("/ipConfigurations")
                    .addObject()
                    .put("name", namesAndVersions[i]);
            ArmJson.properties(configuration).put("privateIPAddressVersion", namesAndVersions[i + 1]);
        }
        return nic.toString();
    }
}
