package io.azureccm.e2e.suite.scenario.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.suite.scenario.PoolMembers;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines of every kind behind one load balancer: instances of scale sets of both kinds, of availability sets, and single ones. */
class MachineKindsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EXCLUDE = "node.kubernetes.io/exclude-from-external-load-balancers";
    private static final String MANAGED = "kubernetes.azure.com/managed";
    private static final String GROUP = "kubernetes.azure.com/resource-group";
    private static final String FLEX = "flex";

    @TempDir
    Path folder;

    @Test
    void everyKindOfMachineIsInThePoolWhileItsNodeTakesTraffic() {
        try (ServiceScenario scenario = mixed()) {
            Set<String> all = members(scenario, "0", "as-0-nic", "as-1-nic", "lone-nic");
            awaitMembers(scenario, all);
            assertThat(modelPools(scenario)).as("model of the flexible scale set").hasSize(1);

            for (Map<String, String> label : List.of(Map.of(EXCLUDE, "true"), Map.of(MANAGED, "false"))) {
                String key = label.keySet().iterator().next();
                Stream.of("as-1", "lone", "flex-node").forEach(node -> scenario.cluster().labelNode(node, label));
                awaitMembers(scenario, Set.of("0", "as-0-nic"));
                Map<String, String> none = new HashMap<>();
                none.put(key, null);
                Stream.of("as-1", "lone", "flex-node").forEach(node -> scenario.cluster().labelNode(node, none));
                awaitMembers(scenario, all);
            }

            scenario.delete("web");
            scenario.await("the end of the Service", () -> !scenario.exists("web"));
            scenario.awaitQuiet();
            scenario.assertNothingLeft();
            assertThat(modelPools(scenario)).as("model of the flexible scale set").isEmpty();
        }
    }

    @Test
    void whatIsNotOursInAnInterfaceSurvives() {
        try (ServiceScenario scenario = ServiceScenario.open(folder,
                ScenarioSetup.of(0).infrastructure(infrastructure -> infrastructure.machine("lone")))) {
            String nic = scenario.infrastructure().interfaceId("lone");
            ObjectNode patch = JSON.createObjectNode();
            patch.putObject("tags").put("owner", "somebody");
            patch.putObject("properties").put("futureProperty", "kept").put("enableAcceleratedNetworking", true);
            scenario.azure().machines().edit(nic, patch);
            JsonNode before = without(scenario.azure().resource(nic).orElseThrow());
            scenario.addNode("lone", scenario.infrastructure().machineId("lone"), Map.of());
            scenario.startController();
            scenario.apply("web");
            scenario.awaitAddresses("web");
            assertThat(scenario.azure().resource(nic).orElseThrow().toString()).contains("/backendAddressPools/");
            assertThat(without(scenario.azure().resource(nic).orElseThrow())).isEqualTo(before);
        }
    }

    @Test
    void machinesOfOtherResourceGroupsStayOutside() {
        Infrastructure elsewhere = Infrastructure.standard()
                .in(Infrastructure.standard().subscription(), "other", "eastus")
                .machine("far");
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1))) {
            scenario.azure().seed(JSON.createObjectNode().set("resources", elsewhere.resources()));
            scenario.addNode("far", elsewhere.machineId("far"), Map.of(GROUP, "other"));
            scenario.addNode("unlabelled", elsewhere.machineId("far"), Map.of());
            scenario.startController();
            scenario.apply("web");
            scenario.awaitAddresses("web");
            awaitMembers(scenario, Set.of("0"));
        }
    }

    @Test
    void brokenAndLeavingMachinesArePassedOver() {
        try (ServiceScenario scenario = ServiceScenario.open(folder,
                ScenarioSetup.of(0)
                        .infrastructure(
                                infrastructure -> infrastructure.machine("good").machine("failed").machine("going")))) {
            scenario.azure().machines().provisioning(scenario.infrastructure().interfaceId("failed"), "Failed");
            scenario.azure().machines().provisioning(scenario.infrastructure().machineId("going"), "Deleting");
            Stream.of("good", "failed", "going")
                    .forEach(name -> scenario.addNode(name, scenario.infrastructure().machineId(name), Map.of()));
            scenario.startController();
            scenario.apply("web");
            scenario.awaitAddresses("web");
            awaitMembers(scenario, Set.of("good-nic"));
        }
    }

    @Test
    void machineInAPoolOfAnotherLoadBalancerIsLeftThere() {
        try (ServiceScenario scenario = ServiceScenario.open(folder,
                ScenarioSetup.of(0)
                        .infrastructure(infrastructure -> infrastructure.machine("mine").machine("theirs")))) {
            String other = scenario.networkId("loadBalancers", "theirs");
            ObjectNode balancer = JSON.createObjectNode().put("id", other).put("location", "eastus");
            balancer.putObject("sku").put("name", "Standard");
            balancer.putObject("properties").putArray("backendAddressPools").addObject().put("name", "pool");
            scenario.azure().seed(JSON.createArrayNode().add(balancer));
            joinByHand(scenario, "theirs", other + "/backendAddressPools/pool");
            Stream.of("mine", "theirs")
                    .forEach(name -> scenario.addNode(name, scenario.infrastructure().machineId(name), Map.of()));
            scenario.startController();
            scenario.apply("web");
            scenario.awaitAddresses("web");
            awaitMembers(scenario, Set.of("mine-nic"));
        }
    }

    @Test
    void machineThatVanishedMeanwhileIsNotMadeAgainAndHoldsNobodyUp() {
        try (ServiceScenario scenario = mixed()) {
            awaitMembers(scenario, members(scenario, "0", "as-0-nic", "as-1-nic", "lone-nic"));
            scenario.cluster().labelNode("lone", Map.of(EXCLUDE, "true"));
            awaitMembers(scenario, members(scenario, "0", "as-0-nic", "as-1-nic"));
            scenario.awaitQuiet();

            scenario.azure().machines().remove(scenario.infrastructure().machineId("lone"));
            scenario.azure().machines().remove(scenario.infrastructure().interfaceId("lone"));
            Map<String, String> none = new HashMap<>();
            none.put(EXCLUDE, null);
            scenario.cluster().labelNode("lone", none);
            scenario.apply("api", 443, "{}");
            scenario.awaitAddresses("web", "api");
            scenario.awaitQuiet();
            assertThat(scenario.azure().resource(scenario.infrastructure().interfaceId("lone"))).isEmpty();
            assertThat(scenario.events("api")).noneMatch(event -> event.startsWith("SyncLoadBalancerFailed"));
            awaitMembers(scenario, members(scenario, "0", "as-0-nic", "as-1-nic"));
        }
    }

    @Test
    void instanceThatVanishedMeanwhileHoldsNobodyUp() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(3))) {
            scenario.apply("web");
            scenario.awaitAddresses("web");
            scenario.cluster().labelNode(ServiceScenario.node(2), Map.of(EXCLUDE, "true"));
            awaitMembers(scenario, Set.of("0", "1"));
            scenario.awaitQuiet();

            scenario.azure().machines().remove(scenario.machineId(2));
            Map<String, String> none = new HashMap<>();
            none.put(EXCLUDE, null);
            scenario.cluster().labelNode(ServiceScenario.node(2), none);
            scenario.apply("api", 443, "{}");
            scenario.awaitAddresses("api");
            scenario.awaitQuiet();
            assertThat(scenario.events("api")).noneMatch(event -> event.startsWith("SyncLoadBalancerFailed"));
            awaitMembers(scenario, Set.of("0", "1"));
        }
    }

    @Test
    void nodeThatComesBackOnAnotherMachineTakesTheOldOneOutOfThePool() {
        try (ServiceScenario scenario = ServiceScenario.open(folder,
                ScenarioSetup.of(1).infrastructure(infrastructure -> infrastructure.machine("old").machine("new")))) {
            scenario.addNode("worker", scenario.infrastructure().machineId("old"), Map.of());
            scenario.startController();
            scenario.apply("web");
            scenario.awaitAddresses("web");
            awaitMembers(scenario, Set.of("0", "old-nic"));
            scenario.cluster().removeNode("worker");
            scenario.addNode("worker", scenario.infrastructure().machineId("new"), Map.of());
            awaitMembers(scenario, Set.of("0", "new-nic"));
        }
    }

    @Test
    void twentyMachinesCostTwoListsAndAWriteEach() {
        try (ServiceScenario scenario = ServiceScenario.open(folder,
                ScenarioSetup.of(0).infrastructure(infrastructure -> infrastructure.availabilitySet("as", 20)))) {
            for (int i = 0; i < 20; i++) {
                scenario.addNode("as-" + i, scenario.infrastructure().machineId("as-" + i), Map.of());
            }
            scenario.startController();
            scenario.awaitQuiet();
            scenario.resetCalls();
            scenario.apply("web");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            assertThat(PoolMembers.of(scenario)).hasSize(20);
            // Load balancers, public IPs, security group, zones, scale sets, machines, interfaces; the public IP once more.
            scenario.assertCalls(9, 23);
            scenario.assertSound();

            scenario.stopController();
            scenario.resetCalls();
            scenario.startController();
            scenario.await("reads of the new controller", () -> scenario.azure().calls().counters().reads() > 0);
            scenario.awaitQuiet();
            scenario.assertCalls(7, 0);

            scenario.resetCalls();
            scenario.delete("web");
            scenario.await("the end of the Service", () -> !scenario.exists("web"));
            scenario.awaitQuiet();
            scenario.assertCalls(4, 3);
            scenario.assertNothingLeft();
        }
    }

    /** One instance of a uniform scale set, two machines of an availability set, one of its own, one of a flexible scale set. */
    private ServiceScenario mixed() {
        ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1)
                .infrastructure(infrastructure -> infrastructure.availabilitySet("as", 2)
                        .machine("lone")
                        .flexibleScaleSet(FLEX, 1)));
        Stream.of("as-0", "as-1", "lone")
                .forEach(name -> scenario.addNode(name, scenario.infrastructure().machineId(name), Map.of()));
        scenario.addNode("flex-node", flexMachine(scenario), Map.of());
        scenario.startController();
        scenario.apply("web");
        scenario.awaitAddresses("web");
        return scenario;
    }

    /** Azure lists it below its scale set too, but it is a machine of its own and its node says so. */
    static String flexMachine(ServiceScenario scenario) {
        String listed = scenario.azure().machines().instances(scenario.infrastructure().scaleSetId(FLEX)).getFirst();
        return scenario.infrastructure().machineId(listed.substring(listed.lastIndexOf('/') + 1));
    }

    /** These names and the interface of the flexible machine, which Azure names. */
    private static Set<String> members(ServiceScenario scenario, String... names) {
        Set<String> members = new TreeSet<>(Arrays.asList(names));
        String nic = scenario.azure()
                .resource(flexMachine(scenario))
                .orElseThrow()
                .at("/properties/networkProfile/networkInterfaces/0/id")
                .asText();
        members.add(nic.substring(nic.lastIndexOf('/') + 1));
        return members;
    }

    private static JsonNode modelPools(ServiceScenario scenario) {
        return scenario.azure()
                .resource(scenario.infrastructure().scaleSetId(FLEX))
                .orElseThrow()
                .at("/properties/virtualMachineProfile/networkProfile/networkInterfaceConfigurations/0/properties"
                        + "/ipConfigurations/0/properties/loadBalancerBackendAddressPools");
    }

    private static void joinByHand(ServiceScenario scenario, String machine, String pool) {
        ObjectNode nic = scenario.azure()
                .resource(scenario.infrastructure().interfaceId(machine))
                .orElseThrow()
                .deepCopy();
        ((ObjectNode) nic.at("/properties/ipConfigurations/0/properties")).putArray("loadBalancerBackendAddressPools")
                .addObject()
                .put("id", pool);
        scenario.azure().seed(JSON.createArrayNode().add(nic));
    }

    private static JsonNode without(JsonNode nic) {
        ObjectNode copy = nic.deepCopy();
        copy.remove("etag");
        copy.at("/properties/ipConfigurations").forEach(configuration -> {
            ((ObjectNode) configuration).remove("etag");
            ((ObjectNode) configuration.path("properties")).remove("loadBalancerBackendAddressPools");
        });
        return copy;
    }

    private static void awaitMembers(ServiceScenario scenario, Set<String> members) {
        scenario.await("members " + members, () -> PoolMembers.of(scenario).equals(members),
                () -> PoolMembers.of(scenario).toString());
        scenario.assertSound();
    }
}
