package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load balancers of the Basic SKU, one for each availability set, and the way from there to a standard one. */
class BasicLoadBalancersTest {
    private static final String MODE = "{\"service.beta.kubernetes.io/azure-load-balancer-mode\": \"%s\"}";

    @TempDir
    Path folder;

    @Test
    void everySetOfMachinesHasALoadBalancerOfItsOwn() {
        try (Scene scene = play()) {
            scene.apply("web");
            scene.apply("two", 80, MODE.formatted("as-2"));
            scene.awaitAddresses("web", "two");
            scene.awaitQuiet();
            assertThat(members(scene, "kubernetes")).containsExactly(nic(scene, "as-1-0"), nic(scene, "as-1-1"));
            assertThat(members(scene, "as-2")).containsExactly(nic(scene, "as-2-0"));
            scene.assertSound();

            scene.apply("two", 80, MODE.formatted("as-1"));
            scene.await("both on one load balancer",
                    () -> rules(scene, "kubernetes") == 2 && rules(scene, "as-2") == 0);
            scene.awaitQuiet();
            assertThat(scene.azure().resource(scene.networkId("loadBalancers", "as-2"))).isEmpty();
            scene.assertSound();
            end(scene);
        }
    }

    @Test
    void standardLoadBalancerTakesThePlaceOfABasicOneAndTheAddressesStay() {
        try (Scene scene = play()) {
            scene.apply("web");
            scene.apply("inner", 80, "{\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"true\"}");
            scene.awaitAddresses("web", "inner");
            scene.awaitQuiet();
            List<String> outside = scene.addresses("web");
            List<String> inside = scene.addresses("inner");

            scene.restartWith("loadBalancerSku", "standard");
            scene.await("standard load balancers", () -> List.of("kubernetes", "kubernetes-internal")
                    .stream()
                    .allMatch(balancer -> sku(scene, balancer).equals("Standard") && rules(scene, balancer) == 1));
            scene.awaitQuiet();
            assertThat(members(scene, "kubernetes")).hasSize(3);
            assertThat(scene.addresses("web")).isEqualTo(outside);
            assertThat(scene.addresses("inner")).isEqualTo(inside);
            scene.assertSound();
            end(scene);
        }
    }

    private Scene play() {
        Scene scene = Scene.open(folder, Setting.of(0)
                .estate(estate -> estate.availabilitySet("as-1", 2).availabilitySet("as-2", 1))
                .config("loadBalancerSku", "basic")
                .config("vmType", "standard")
                .config("primaryAvailabilitySetName", "as-1"));
        for (String machine : List.of("as-1-0", "as-1-1", "as-2-0")) {
            scene.addNode(machine, scene.estate().machineId(machine), Map.of());
        }
        scene.startController();
        return scene;
    }

    private static void end(Scene scene) {
        scene.cluster().deleteAllServices();
        scene.await("the end of all",
                () -> scene.cluster().services().values().stream().allMatch(java.util.Objects::isNull));
        scene.awaitQuiet();
        scene.assertNothingLeft();
    }

    private static String nic(Scene scene, String machine) {
        return scene.estate().interfaceId(machine).toLowerCase(Locale.ROOT);
    }

    private static Set<String> members(Scene scene, String balancer) {
        Set<String> interfaces = new TreeSet<>();
        for (JsonNode pool : resource(scene, balancer).at("/properties/backendAddressPools")) {
            for (JsonNode configuration : pool.at("/properties/backendIPConfigurations")) {
                String id = configuration.path("id").asText().toLowerCase(Locale.ROOT);
                interfaces.add(id.substring(0, id.indexOf("/ipconfigurations/")));
            }
        }
        return interfaces;
    }

    private static int rules(Scene scene, String balancer) {
        return scene.azure()
                .resource(scene.networkId("loadBalancers", balancer))
                .map(json -> json.at("/properties/loadBalancingRules").size())
                .orElse(0);
    }

    private static String sku(Scene scene, String balancer) {
        return scene.azure()
                .resource(scene.networkId("loadBalancers", balancer))
                .map(json -> json.at("/sku/name").asText())
                .orElse("");
    }

    private static JsonNode resource(Scene scene, String balancer) {
        return scene.azure().resource(scene.networkId("loadBalancers", balancer)).orElseThrow();
    }
}
