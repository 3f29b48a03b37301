package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools that change from interfaces to addresses and back, pools that somebody else keeps, and load balancers that are held. */
class PoolTypeTest {
    private static final String TYPE = "loadBalancerBackendPoolConfigurationType";
    private static final String BY_AZURE = "enableMigrateToIPBasedBackendPoolAPI";
    private static final String PRECONFIGURED = "preConfiguredBackendPoolLoadBalancerTypes";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void poolsTurnIntoAddressesAndBackAgain(boolean byAzure) {
        try (Scene scene = mixed(Setting.of(2).configJson(BY_AZURE, String.valueOf(byAzure)))) {
            Set<String> interfaces = PoolMembers.of(scene);
            assertThat(interfaces).hasSize(5);

            scene.resetCalls();
            scene.restartWith(TYPE, "nodeIP");
            Set<String> addresses = Set.of(Scene.address(0), Scene.address(1), Scene.address("lone"),
                    Scene.address("as-0"), Scene.address("flex-node"));
            awaitMembers(scene, addresses);
            scene.awaitQuiet();
            awaitMembers(scene, addresses);
            assertThat(scene.azure().calls().counters().of("POST", "loadBalancers/migrateToIpBased"))
                    .isEqualTo(byAzure ? 1 : 0);
            assertThat(references(scene)).as("what still refers to the pool").isEmpty();

            scene.resetCalls();
            scene.restartWith(TYPE, "nodeIPConfiguration");
            awaitMembers(scene, interfaces);
            scene.awaitQuiet();
            assertThat(scene.azure().calls().counters().of("PUT", "loadBalancers/backendAddressPools"))
                    .as("writes of the pool alone")
                    .isEqualTo(1);
            awaitMembers(scene, interfaces);

            scene.delete("web");
            scene.await("the end of the Service", () -> !scene.exists("web"));
            scene.awaitQuiet();
            scene.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodeIPConfiguration", "nodeIP"})
    void poolThatSomebodyElseKeepsIsFilledWhenItIsMadeAndNeverTouchedAgain(String type) {
        try (Scene scene = Scene.play(folder, Setting.of(2).config(PRECONFIGURED, "all").config(TYPE, type))) {
            scene.apply("web");
            scene.awaitAddresses("web");
            Set<String> made = PoolMembers.of(scene);
            assertThat(made).hasSize(2);

            scene.azure().machines().scale(scene.scaleSetId(), 3);
            scene.addNode(2);
            scene.cluster().removeNode(Scene.node(0));
            scene.apply("api", 443, "{}");
            scene.awaitAddresses("api");
            scene.awaitQuiet();
            assertThat(PoolMembers.of(scene)).containsAll(made).doesNotContain(Scene.address(2));

            scene.delete("web");
            scene.delete("api");
            scene.await("the end of the Services", () -> !scene.exists("web") && !scene.exists("api"));
            scene.awaitQuiet();
            assertThat(PoolMembers.of(scene)).as("pool of a load balancer that nothing uses").containsAll(made);
            assertThat(
                    scene.azure().resource(scene.balancerId()).orElseThrow().at("/properties/frontendIPConfigurations"))
                    .isEmpty();
            assertThat(scene.azure().state().keySet()).noneMatch(id -> id.contains("/publicIPAddresses/"));
        }
    }

    @Test
    void loadBalancerThatAnUnknownInstanceHoldsGoesInTheSamePass() {
        try (Scene scene = Scene.open(folder, Setting.of(2))) {
            scene.azure().machines().scale(scene.scaleSetId(), 3);
            scene.startController();
            scene.apply("web");
            scene.awaitAddresses("web");
            scene.apply("api", 443, "{}");
            scene.awaitAddresses("api");
            scene.delete("api");
            scene.await("the end of the other Service", () -> !scene.exists("api"));
            scene.awaitQuiet();
            joinByHand(scene, scene.machineId(2));
            assertThat(references(scene)).as("an instance that has no node").contains(scene.machineId(2));

            scene.delete("web");
            scene.await("the end of the Service", () -> !scene.exists("web"));
            scene.awaitQuiet();
            scene.assertNothingLeft();
            assertThat(scene.story()).contains("LoadBalancerInUseByVirtualMachineScaleSet");
            assertThat(scene.events("web")).noneMatch(event -> event.startsWith("SyncLoadBalancerFailed"));
        }
    }

    /** Somebody puts an instance into the pool without the controller seeing it. */
    private static void joinByHand(Scene scene, String instance) {
        ObjectNode body = scene.azure().resource(instance).orElseThrow().deepCopy();
        ((ObjectNode) body.at("/properties/networkProfileConfiguration/networkInterfaceConfigurations/0/properties"
                + "/ipConfigurations/0/properties")).putArray("loadBalancerBackendAddressPools")
                .addObject()
                .put("id", scene.balancerId() + "/backendAddressPools/kubernetes");
        ObjectNode patch = body.objectNode();
        patch.putObject("properties")
                .set("networkProfileConfiguration", body.at("/properties/networkProfileConfiguration"));
        scene.azure().machines().edit(instance, patch);
    }

    /** Two instances, a machine of an availability set, one of its own, one of a flexible scale set. */
    private Scene mixed(Setting setting) {
        Scene scene = Scene.open(folder,
                setting.estate(estate -> estate.availabilitySet("as", 1).machine("lone").flexibleScaleSet("flex", 1)));
        Stream.of("as-0", "lone")
                .forEach(name -> scene.addNode(name, scene.estate().machineId(name), Map.of()));
        scene.addNode("flex-node", MachineKindsTest.flexMachine(scene), Map.of());
        scene.startController();
        scene.apply("web");
        scene.awaitAddresses("web");
        return scene;
    }

    /** Whatever is not a load balancer and refers to a pool. */
    private static Set<String> references(Scene scene) {
        Set<String> references = new TreeSet<>();
        scene.azure().state().forEach((id, body) -> {
            if (!id.toLowerCase(Locale.ROOT).contains("/loadbalancers/")
                    && body.toString().contains("/backendAddressPools/"))
                references.add(id);
        });
        return references;
    }

    private static void awaitMembers(Scene scene, Set<String> members) {
        scene.await("members " + members, () -> PoolMembers.of(scene).equals(members),
                () -> PoolMembers.of(scene).toString());
        scene.assertSound();
    }
}
