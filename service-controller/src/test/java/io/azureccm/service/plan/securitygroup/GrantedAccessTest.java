package io.azureccm.service.plan.securitygroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a write of the security group grants a Service access that it does not have, and to which nodes. */
class GrantedAccessTest {
    private final World world = new World(2);

    /** Columns: ports and sources before and after, and whether the write only takes access away. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"TCP 80|10.0.0.0/8|TCP 80|10.1.0.0/16|true",
            "TCP 80|10.1.0.0/16|TCP 80|10.0.0.0/8|false", "TCP 80||TCP 80|10.0.0.0/8|true",
            "TCP 80|10.0.0.0/8|TCP 80||false", "TCP 80|10.0.0.0/8,20.0.0.0/8|TCP 80|20.0.0.0/8|true",
            "TCP 80|20.0.0.0/8|TCP 80|10.0.0.0/8|false", "TCP 80|10.0.0.0/8|TCP 81|10.0.0.0/8|false",
            "TCP 80|10.0.0.0/8|UDP 80|10.0.0.0/8|false", "TCP 80,TCP 81|10.0.0.0/8|TCP 81|10.0.0.0/8|true",
            "TCP 80|10.1.0.0/16|TCP 80|10.1.0.0/16,x|true", "TCP 80|AzureCloud|TCP 80|AzureCloud,10.0.0.0/8|false",
            "TCP 80|AzureCloud,10.0.0.0/8|TCP 80|AzureCloud|true"})
    void writeThatOnlyNarrowsAccessIsToldFromOneThatGrantsIt(String ports, String sources, String laterPorts,
            String laterSources, boolean isNarrower) {
        world.service(service(ports, sources).yaml());
        world.converge();
        world.service(service(laterPorts, laterSources).yaml());

        assertThat(world.plan().plan().operations()).filteredOn(each -> each.target().hasType(ArmTypes.SECURITY_GROUP))
                .singleElement()
                .satisfies(write -> {
                    assertThat(write.subjects()).containsExactly("shop/web");
                    assertThat(write.removing()).isEqualTo(isNarrower ? Set.of("shop/web") : Set.of());
                });
    }

    @Test
    void rulesNameTheNodesThatServeAndIfNoneDoesThoseInThePool() {
        world.service(Services.named("web")
                .port("TCP", 80, 31500)
                .annotation("azure-disable-load-balancer-floating-ip", "true")
                .yaml());
        world.converge();
        node("vmss-a000001", List.of("10.240.0.11", "fd00::11"), false, false);
        node("control", List.of("10.240.0.90"), false, true);
        assertDestinations("10.240.0.10,10.240.0.11");
        node("vmss-a000001", List.of("10.240.0.11", "fd00::11"), true, false);
        assertDestinations("10.240.0.10");
        node("vmss-a000000", List.of("10.240.0.10"), true, false);
        assertDestinations("10.240.0.10");
        world.with("excludeMasterFromStandardLB", "false");
        assertDestinations("10.240.0.90");
    }

    /** Nodes that serve, the last one in the pool though excluded, or a control plane that is in the pool. */
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true"})
    void rulesNameNodesOnMachinesOutsideScaleSetsWhileTheyAreInThePool(boolean excluded, boolean controlPlane) {
        World machines = new World(0);
        for (String name : List.of("a", "b"))
            machines.virtualMachine(name, "");
        machines.service(Services.named("web")
                .port("TCP", 80, 31500)
                .annotation("azure-disable-load-balancer-floating-ip", "true")
                .yaml());
        machines.converge();
        for (String name : excluded ? List.of("a", "b") : List.of("b")) {
            NodeFacts node = machines.node(name);
            machines.node(new NodeFacts(name, node.machine(), node.internalIps(), excluded, false, controlPlane,
                    Map.of(), DrainFacts.NONE));
        }
        machines.converge();
        assertThat(SecurityRules.unordered(machines))
                .containsExactly("Allow Tcp Internet > 10.240.0.100,10.240.0.101 31500");
    }

    private void assertDestinations(String addresses) {
        world.converge();
        assertThat(SecurityRules.unordered(world)).containsExactly("Allow Tcp Internet > " + addresses + " 31500");
    }

    private void node(String name, List<String> addresses, boolean excluded, boolean controlPlane) {
        world.node(
                new NodeFacts(name, controlPlane ? Optional.empty() : world.node(name).machine(), addresses, excluded,
                        false, controlPlane, Map.of(), DrainFacts.NONE));
    }

    private static Services service(String ports, String sources) {
        Services service = Services.named("web");
        for (String port : ports.split(","))
            service.port(port.split(" ")[0], Integer.parseInt(port.split(" ")[1]));
        if (sources != null)
            service.annotation(sources.startsWith("Azure") ? "azure-allowed-service-tags" : "azure-allowed-ip-ranges",
                    sources.startsWith("Azure") ? "AzureCloud" : sources);
        if (sources != null && sources.startsWith("AzureCloud,"))
            service.annotation("azure-allowed-ip-ranges", sources.substring(11));
        return service;
    }
}
