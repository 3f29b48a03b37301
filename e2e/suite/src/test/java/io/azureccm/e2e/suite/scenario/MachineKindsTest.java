package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Estate;
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
        try (Scene scene = mixed()) {
            Set<String> all = members(scene, "0", "as-0-nic", "as-1-nic", "lone-nic");
            awaitMembers(scene, all);
            assertThat(modelPools(scene)).as("model of the flexible scale set").hasSize(1);

            for (Map<String, String> label : List.of(Map.of(EXCLUDE, "true"), Map.of(MANAGED, "false"))) {
                String key = label.keySet().iterator().next();
                Stream.of("as-1", "lone", "flex-node").forEach(node -> scene.cluster().labelNode(node, label));
                awaitMembers(scene, Set.of("0", "as-0-nic"));
                Map<String, String> none = new HashMap<>();
                none.put(key, null);
                Stream.of("as-1", "lone", "flex-node").forEach(node -> scene.cluster().labelNode(node, none));
                awaitMembers(scene, all);
            }

            scene.delete("web");
            scene.await("the end of the Service", () -> !scene.exists("web"));
            scene.awaitQuiet();
            scene.assertNothingLeft();
            assertThat(modelPools(scene)).as("model of the flexible scale set").isEmpty();
        }
    }

    @Test
    void whatIsNotOursInAnInterfaceSurvives() {
        try (Scene scene = Scene.open(folder, Setting.of(0).estate(estate -> estate.machine("lone")))) {
            String nic = scene.estate().interfaceId("lone");
            ObjectNode patch = JSON.createObjectNode();
            patch.putObject("tags").put("owner", "somebody");
            patch.putObject("properties").put("futureProperty", "kept").put("enableAcceleratedNetworking", true);
            scene.azure().machines().edit(nic, patch);
            JsonNode before = without(scene.azure().resource(nic).orElseThrow());
            scene.addNode("lone", scene.estate().machineId("lone"), Map.of());
            scene.startController();
            scene.apply("web");
            scene.awaitAddresses("web");
            assertThat(scene.azure().resource(nic).orElseThrow().toString()).contains("/backendAddressPools/");
            assertThat(without(scene.azure().resource(nic).orElseThrow())).isEqualTo(before);
        }
    }

    @Test
    void machinesOfOtherResourceGroupsStayOutside() {
        Estate elsewhere = Estate.standard().in(Estate.standard().subscription(), "other", "eastus").machine("far");
        try (Scene scene = Scene.open(folder, Setting.of(1))) {
            scene.azure().seed(JSON.createObjectNode().set("resources", elsewhere.resources()));
            scene.addNode("far", elsewhere.machineId("far"), Map.of(GROUP, "other"));
            scene.addNode("unlabelled", elsewhere.machineId("far"), Map.of());
            scene.startController();
            scene.apply("web");
            scene.awaitAddresses("web");
            awaitMembers(scene, Set.of("0"));
        }
    }

    @Test
    void brokenAndLeavingMachinesArePassedOver() {
        try (Scene scene = Scene.open(folder,
                Setting.of(0).estate(estate -> estate.machine("good").machine("failed").machine("going")))) {
            scene.azure().machines().provisioning(scene.estate().interfaceId("failed"), "Failed");
            scene.azure().machines().provisioning(scene.estate().machineId("going"), "Deleting");
            Stream.of("good", "failed", "going")
                    .forEach(name -> scene.addNode(name, scene.estate().machineId(name), Map.of()));
            scene.startController();
            scene.apply("web");
            scene.awaitAddresses("web");
            awaitMembers(scene, Set.of("good-nic"));
        }
    }

    @Test
    void machineInAPoolOfAnotherLoadBalancerIsLeftThere() {
        try (Scene scene = Scene.open(folder,
                Setting.of(0).estate(estate -> estate.machine("mine").machine("theirs")))) {
            String other = scene.networkId("loadBalancers", "theirs");
            ObjectNode balancer = JSON.createObjectNode().put("id", other).put("location", "eastus");
            balancer.putObject("sku").put("name", "Standard");
            balancer.putObject("properties").putArray("backendAddressPools").addObject().put("name", "pool");
            scene.azure().seed(JSON.createArrayNode().add(balancer));
            joinByHand(scene, "theirs", other + "/backendAddressPools/pool");
            Stream.of("mine", "theirs")
                    .forEach(name -> scene.addNode(name, scene.estate().machineId(name), Map.of()));
            scene.startController();
            scene.apply("web");
            scene.awaitAddresses("web");
            awaitMembers(scene, Set.of("mine-nic"));
        }
    }

    @Test
    void machineThatVanishedMeanwhileIsNotMadeAgainAndHoldsNobodyUp() {
        try (Scene scene = mixed()) {
            awaitMembers(scene, members(scene, "0", "as-0-nic", "as-1-nic", "lone-nic"));
            scene.cluster().labelNode("lone", Map.of(EXCLUDE, "true"));
            awaitMembers(scene, members(scene, "0", "as-0-nic", "as-1-nic"));
            scene.awaitQuiet();

            scene.azure().machines().remove(scene.estate().machineId("lone"));
            scene.azure().machines().remove(scene.estate().interfaceId("lone"));
            Map<String, String> none = new HashMap<>();
            none.put(EXCLUDE, null);
            scene.cluster().labelNode("lone", none);
            scene.apply("api", 443, "{}");
            scene.awaitAddresses("web", "api");
            scene.awaitQuiet();
            assertThat(scene.azure().resource(scene.estate().interfaceId("lone"))).isEmpty();
            assertThat(scene.events("api")).noneMatch(event -> event.startsWith("SyncLoadBalancerFailed"));
            awaitMembers(scene, members(scene, "0", "as-0-nic", "as-1-nic"));
        }
    }

    @Test
    void instanceThatVanishedMeanwhileHoldsNobodyUp() {
        try (Scene scene = Scene.play(folder, Setting.of(3))) {
            scene.apply("web");
            scene.awaitAddresses("web");
            scene.cluster().labelNode(Scene.node(2), Map.of(EXCLUDE, "true"));
            awaitMembers(scene, Set.of("0", "1"));
            scene.awaitQuiet();

            scene.azure().machines().remove(scene.machineId(2));
            Map<String, String> none = new HashMap<>();
            none.put(EXCLUDE, null);
            scene.cluster().labelNode(Scene.node(2), none);
            scene.apply("api", 443, "{}");
            scene.awaitAddresses("api");
            scene.awaitQuiet();
            assertThat(scene.events("api")).noneMatch(event -> event.startsWith("SyncLoadBalancerFailed"));
            awaitMembers(scene, Set.of("0", "1"));
        }
    }

    @Test
    void nodeThatComesBackOnAnotherMachineTakesTheOldOneOutOfThePool() {
        try (Scene scene = Scene.open(folder,
                Setting.of(1).estate(estate -> estate.machine("old").machine("new")))) {
            scene.addNode("worker", scene.estate().machineId("old"), Map.of());
            scene.startController();
            scene.apply("web");
            scene.awaitAddresses("web");
            awaitMembers(scene, Set.of("0", "old-nic"));
            scene.cluster().removeNode("worker");
            scene.addNode("worker", scene.estate().machineId("new"), Map.of());
            awaitMembers(scene, Set.of("0", "new-nic"));
        }
    }

    @Test
    void twentyMachinesCostTwoListsAndAWriteEach() {
        try (Scene scene = Scene.open(folder, Setting.of(0).estate(estate -> estate.availabilitySet("as", 20)))) {
            for (int i = 0; i < 20; i++) {
                scene.addNode("as-" + i, scene.estate().machineId("as-" + i), Map.of());
            }
            scene.startController();
            scene.awaitQuiet();
            scene.resetCalls();
            scene.apply("web");
            scene.awaitAddresses("web");
            scene.awaitQuiet();
            assertThat(PoolMembers.of(scene)).hasSize(20);
            // Load balancers, public IPs, security group, zones, scale sets, machines, interfaces; the public IP once more.
            scene.assertCalls(9, 23);
            scene.assertSound();

            scene.stopController();
            scene.resetCalls();
            scene.startController();
            scene.await("reads of the new controller", () -> scene.azure().calls().counters().reads() > 0);
            scene.awaitQuiet();
            scene.assertCalls(7, 0);

            scene.resetCalls();
            scene.delete("web");
            scene.await("the end of the Service", () -> !scene.exists("web"));
            scene.awaitQuiet();
            scene.assertCalls(4, 3);
            scene.assertNothingLeft();
        }
    }

    /** One instance of a uniform scale set, two machines of an availability set, one of its own, one of a flexible scale set. */
    private Scene mixed() {
        Scene scene = Scene.open(folder, Setting.of(1)
                .estate(estate -> estate.availabilitySet("as", 2).machine("lone").flexibleScaleSet(FLEX, 1)));
        Stream.of("as-0", "as-1", "lone")
                .forEach(name -> scene.addNode(name, scene.estate().machineId(name), Map.of()));
        scene.addNode("flex-node", flexMachine(scene), Map.of());
        scene.startController();
        scene.apply("web");
        scene.awaitAddresses("web");
        return scene;
    }

    /** Azure lists it below its scale set too, but it is a machine of its own and its node says so. */
    static String flexMachine(Scene scene) {
        String listed = scene.azure().machines().instances(scene.estate().scaleSetId(FLEX)).getFirst();
        return scene.estate().machineId(listed.substring(listed.lastIndexOf('/') + 1));
    }

    /** These names and the interface of the flexible machine, which Azure names. */
    private static Set<String> members(Scene scene, String... names) {
        Set<String> members = new TreeSet<>(Arrays.asList(names));
        String nic = scene.azure()
                .resource(flexMachine(scene))
                .orElseThrow()
                .at("/properties/networkProfile/networkInterfaces/0/id")
                .asText();
        members.add(nic.substring(nic.lastIndexOf('/') + 1));
        return members;
    }

    private static JsonNode modelPools(Scene scene) {
        return scene.azure()
                .resource(scene.estate().scaleSetId(FLEX))
                .orElseThrow()
                .at("/properties/virtualMachineProfile/networkProfile/networkInterfaceConfigurations/0/properties"
                        + "/ipConfigurations/0/properties/loadBalancerBackendAddressPools");
    }

    private static void joinByHand(Scene scene, String machine, String pool) {
        ObjectNode nic = scene.azure().resource(scene.estate().interfaceId(machine)).orElseThrow().deepCopy();
        ((ObjectNode) nic.at("/properties/ipConfigurations/0/properties")).putArray("loadBalancerBackendAddressPools")
                .addObject()
                .put("id", pool);
        scene.azure().seed(JSON.createArrayNode().add(nic));
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

    private static void awaitMembers(Scene scene, Set<String> members) {
        scene.await("members " + members, () -> PoolMembers.of(scene).equals(members),
                () -> PoolMembers.of(scene).toString());
        scene.assertSound();
    }
}
