package io.azureccm.e2e.suite.scenario.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.scenario.PoolMembers;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
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
        try (ServiceScenario scenario = mixed(ScenarioSetup.of(2).configJson(BY_AZURE, String.valueOf(byAzure)))) {
            Set<String> interfaces = PoolMembers.of(scenario);
            assertThat(interfaces).hasSize(5);

            scenario.resetCalls();
            scenario.restartWith(TYPE, "nodeIP");
            Set<String> addresses = Set.of(ServiceScenario.address(0), ServiceScenario.address(1),
                    ServiceScenario.address("lone"),
                    ServiceScenario.address("as-0"), ServiceScenario.address("flex-node"));
            awaitMembers(scenario, addresses);
            scenario.awaitQuiet();
            awaitMembers(scenario, addresses);
            assertThat(scenario.azure().calls().counters().of("POST", "loadBalancers/migrateToIpBased"))
                    .isEqualTo(byAzure ? 1 : 0);
            assertThat(references(scenario)).as("what still refers to the pool").isEmpty();

            scenario.resetCalls();
            scenario.restartWith(TYPE, "nodeIPConfiguration");
            awaitMembers(scenario, interfaces);
            scenario.awaitQuiet();
            assertThat(scenario.azure().calls().counters().of("PUT", "loadBalancers/backendAddressPools"))
                    .as("writes of the pool alone")
                    .isEqualTo(1);
            awaitMembers(scenario, interfaces);

            scenario.delete("web");
            scenario.await("the end of the Service", () -> !scenario.exists("web"));
            scenario.awaitQuiet();
            scenario.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodeIPConfiguration", "nodeIP"})
    void poolThatSomebodyElseKeepsIsFilledWhenItIsMadeAndNeverTouchedAgain(String type) {
        try (ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(2).config(PRECONFIGURED, "all").config(TYPE, type))) {
            scenario.apply("web");
            scenario.awaitAddresses("web");
            Set<String> made = PoolMembers.of(scenario);
            assertThat(made).hasSize(2);

            scenario.azure().machines().scale(scenario.scaleSetId(), 3);
            scenario.addNode(2);
            scenario.cluster().removeNode(ServiceScenario.node(0));
            scenario.apply("api", 443, "{}");
            scenario.awaitAddresses("api");
            scenario.awaitQuiet();
            assertThat(PoolMembers.of(scenario)).containsAll(made).doesNotContain(ServiceScenario.address(2));

            scenario.delete("web");
            scenario.delete("api");
            scenario.await("the end of the Services", () -> !scenario.exists("web") && !scenario.exists("api"));
            scenario.awaitQuiet();
            assertThat(PoolMembers.of(scenario)).as("pool of a load balancer that nothing uses").containsAll(made);
            assertThat(
                    scenario.azure()
                            .resource(scenario.balancerId())
                            .orElseThrow()
                            .at("/properties/frontendIPConfigurations"))
                    .isEmpty();
            assertThat(scenario.azure().state().keySet()).noneMatch(id -> id.contains("/publicIPAddresses/"));
        }
    }

    @Test
    void loadBalancerThatAnUnknownInstanceHoldsGoesWithItsLastService() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(2))) {
            scenario.azure().machines().scale(scenario.scaleSetId(), 3);
            scenario.startController();
            scenario.apply("web");
            scenario.awaitAddresses("web");
            scenario.apply("api", 443, "{}");
            scenario.awaitAddresses("api");
            scenario.delete("api");
            scenario.await("the end of the other Service", () -> !scenario.exists("api"));
            scenario.awaitQuiet();
            joinByHand(scenario, scenario.machineId(2));
            assertThat(references(scenario)).as("an instance that has no node").contains(scenario.machineId(2));

            scenario.delete("web");
            scenario.await("the end of the Service", () -> !scenario.exists("web"));
            scenario.awaitQuiet();
            scenario.assertNothingLeft();
            assertThat(scenario.story()).contains("LoadBalancerInUseByVirtualMachineScaleSet");
            assertThat(scenario.events("web")).noneMatch(event -> event.startsWith("SyncLoadBalancerFailed"));
        }
    }

    /** Somebody puts an instance into the pool without the controller seeing it. */
    private static void joinByHand(ServiceScenario scenario, String instance) {
        ObjectNode body = scenario.azure().resource(instance).orElseThrow().deepCopy();
        ((ObjectNode) body.at("/properties/networkProfileConfiguration/networkInterfaceConfigurations/0/properties"
                + "/ipConfigurations/0/properties")).putArray("loadBalancerBackendAddressPools")
                .addObject()
                .put("id", scenario.balancerId() + "/backendAddressPools/kubernetes");
        ObjectNode patch = body.objectNode();
        patch.putObject("properties")
                .set("networkProfileConfiguration", body.at("/properties/networkProfileConfiguration"));
        scenario.azure().machines().edit(instance, patch);
    }

    /** Two instances, a machine of an availability set, one of its own, one of a flexible scale set. */
    private ServiceScenario mixed(ScenarioSetup setting) {
        ServiceScenario scenario = ServiceScenario.open(folder,
                setting.infrastructure(infrastructure -> infrastructure.availabilitySet("as", 1)
                        .machine("lone")
                        .flexibleScaleSet("flex", 1)));
        Stream.of("as-0", "lone")
                .forEach(name -> scenario.addNode(name, scenario.infrastructure().machineId(name), Map.of()));
        scenario.addNode("flex-node", MachineKindsTest.flexMachine(scenario), Map.of());
        scenario.startController();
        scenario.apply("web");
        scenario.awaitAddresses("web");
        return scenario;
    }

    /** Whatever is not a load balancer and refers to a pool. */
    private static Set<String> references(ServiceScenario scenario) {
        Set<String> references = new TreeSet<>();
        scenario.azure().state().forEach((id, body) -> {
            if (!id.toLowerCase(Locale.ROOT).contains("/loadbalancers/")
                    && body.toString().contains("/backendAddressPools/"))
                references.add(id);
        });
        return references;
    }

    private static void awaitMembers(ServiceScenario scenario, Set<String> members) {
        scenario.await("members " + members, () -> PoolMembers.of(scenario).equals(members),
                () -> PoolMembers.of(scenario).toString());
        scenario.assertSound();
    }
}
