package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes to which Azure cannot route: with an address outside the virtual network, or of another cloud. */
class NextHopTest {
    @Test
    void nodesThatAzureCannotRouteToGetNoRouteAndDelayNobody(@TempDir Path folder) {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.awaitQuiet();
            scenario.resetCalls();
            scenario.cluster().addNode("far", "hcloud://17", List.of("10.240.1.9"), Map.of(), List.of("10.244.9.0/24"));
            scenario.cluster()
                    .addNode("outside", machine("outside"), List.of("192.168.7.2"), Map.of(), List.of("10.244.2.0/24"));
            scenario.addNode("n1", 1);

            scenario.awaitCondition("n1", "False RouteCreated");
            scenario.awaitCondition("outside", "True NoRouteCreated");
            scenario.await("the event", () -> scenario.events("far").isEmpty() ? List.of("no event") : List.of());
            assertThat(scenario.routes()).containsExactly("n1____102441024 10.244.1.0/24 VirtualAppliance 10.240.1.1");
            assertThat(scenario.events("outside")).singleElement()
                    .asString()
                    .contains("address 192.168.7.2 of node outside is not in the virtual network");
            assertThat(scenario.events("far")).singleElement().asString().contains("hcloud://17");
            assertThat(scenario.condition("far")).isEmpty();
            assertThat(scenario.azure().calls().counters().of("GET", "virtualNetworks")).isBetween(1, 2);
            scenario.assertSound();
        }
    }

    private static String machine(String name) {
        return "azure:///subscriptions/s/resourceGroups/k8s/providers/Microsoft.Compute/virtualMachines/" + name;
    }
}
