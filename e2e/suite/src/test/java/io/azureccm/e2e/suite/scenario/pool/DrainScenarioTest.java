package io.azureccm.e2e.suite.scenario.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.e2e.suite.scenario.PoolMembers;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that are taken out of service on both simulators: where new flows go, and which flows go on. */
class DrainScenarioTest {
    private static final int PORT = 80;
    private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";
    private static final String AUTOSCALER = "ToBeDeletedByClusterAutoscaler";
    private static final DrainPolicy POLICY = new DrainPolicy(
            Map.of(DrainReason.OUT_OF_SERVICE, Duration.ZERO, DrainReason.CLUSTER_AUTOSCALER, Duration.ofSeconds(6)));
    private static final String FIRST = ServiceScenario.node(0);
    private static final String ITS_ADDRESS = ServiceScenario.address(0);

    @TempDir
    Path folder;

    @Test
    void nodeOutOfServiceMeetsNoNewFlowsUntilItIsBack() {
        try (ServiceScenario scenario = scenario("nodeIP")) {
            assertThat(reached(scenario)).contains(ITS_ADDRESS).hasSize(3);

            scenario.cluster().taintNode(FIRST, OUT_OF_SERVICE);
            scenario.await("new flows beside the node", () -> !reached(scenario).contains(ITS_ADDRESS));
            assertThat(reached(scenario)).hasSize(2);
            assertThat(scenario.azure().flows().goesOn(scenario.balancerId(), PORT, ITS_ADDRESS)).isTrue();
            scenario.await("the condition", () -> condition(scenario).equals("False OutOfService"),
                    () -> condition(scenario));
            assertThat(scenario.controller().log()).contains("NodeDrained " + FIRST + "(OutOfService)");

            scenario.cluster().taintNode(FIRST);
            scenario.await("new flows to the node again", () -> reached(scenario).contains(ITS_ADDRESS));
            scenario.await("the condition", () -> condition(scenario).equals("True NotDrained"),
                    () -> condition(scenario));
            scenario.assertSound();
        }
    }

    @Test
    void nodeThatIsToBeDeletedKeepsItsFlowsForATimeAndLeavesThen() {
        try (ServiceScenario scenario = scenario("nodeIP")) {
            scenario.cluster().taintNode(FIRST, AUTOSCALER);
            scenario.await("new flows beside the node", () -> !reached(scenario).contains(ITS_ADDRESS));
            assertThat(scenario.azure().flows().goesOn(scenario.balancerId(), PORT, ITS_ADDRESS)).isTrue();

            scenario.await("the end of its time",
                    () -> !scenario.azure().flows().goesOn(scenario.balancerId(), PORT, ITS_ADDRESS));
            assertThat(PoolMembers.of(scenario))
                    .isEqualTo(Set.of(ServiceScenario.address(1), ServiceScenario.address(2)));
            scenario.assertSound();
        }
    }

    @Test
    void anotherLeaderBringsANodeBackThatTheOneBeforeTookDown() {
        try (ServiceScenario scenario = scenario("nodeIP")) {
            scenario.cluster().taintNode(FIRST, OUT_OF_SERVICE);
            scenario.await("new flows beside the node", () -> !reached(scenario).contains(ITS_ADDRESS));
            scenario.awaitQuiet();
            scenario.stopController();
            scenario.cluster().taintNode(FIRST);

            scenario.startController();
            scenario.await("new flows to the node again", () -> reached(scenario).contains(ITS_ADDRESS));
            assertThat(scenario.azure().resource(scenario.balancerId()).orElseThrow().path("tags").toString())
                    .doesNotContain("drained");
        }
    }

    @Test
    void stateThatSomebodySetByHandStays() {
        try (ServiceScenario scenario = scenario("nodeIP")) {
            scenario.azure().edit(scenario.balancerId(), balancer -> {
                StreamSupport
                        .stream(balancer.at("/properties/backendAddressPools/0/properties/loadBalancerBackendAddresses")
                                .spliterator(), false)
                        .filter(each -> each.at("/properties/ipAddress").asText().equals(ITS_ADDRESS))
                        .forEach(each -> ((ObjectNode) each.path("properties")).put("adminState", "Down"));
                return balancer;
            });
            scenario.cluster().taintNode(FIRST, OUT_OF_SERVICE);
            scenario.apply("other", 81, "{}");
            scenario.awaitAddresses("other");
            scenario.cluster().taintNode(FIRST);
            scenario.apply("another", 82, "{}");
            scenario.awaitAddresses("another");
            scenario.awaitQuiet();

            assertThat(reached(scenario)).doesNotContain(ITS_ADDRESS);
        }
    }

    @Test
    void poolsOfInterfacesStayAsTheyAre() {
        try (ServiceScenario scenario = scenario("nodeIPConfiguration")) {
            scenario.awaitQuiet();
            scenario.resetCalls();
            scenario.cluster().taintNode(FIRST, OUT_OF_SERVICE);
            scenario.apply("other", 81, "{}");
            scenario.awaitAddresses("other");
            scenario.awaitQuiet();

            assertThat(PoolMembers.of(scenario)).hasSize(3);
            assertThat(scenario.azure().resource(scenario.balancerId()).orElseThrow().toString())
                    .doesNotContain("adminState", "drained");
        }
    }

    private ServiceScenario scenario(String pools) {
        ServiceScenario scenario = ServiceScenario.open(folder,
                ScenarioSetup.of(3).config("loadBalancerBackendPoolConfigurationType", pools));
        scenario.startController(POLICY);
        scenario.apply("web", PORT, "{}");
        scenario.awaitAddresses("web");
        scenario.await("all members", () -> PoolMembers.of(scenario).size() == 3);
        return scenario;
    }

    private static Set<String> reached(ServiceScenario scenario) {
        Map<String, Integer> flows = new HashMap<>();
        for (long flow = 0; flow < 200; flow++)
            scenario.azure()
                    .flows()
                    .open(scenario.balancerId(), PORT, flow)
                    .ifPresent(address -> flows.merge(address, 1, Integer::sum));
        return new TreeSet<>(flows.keySet());
    }

    private static String condition(ServiceScenario scenario) {
        JsonNode node = scenario.cluster().node(FIRST).orElseThrow();
        for (JsonNode condition : node.at("/status/conditions"))
            if (condition.path("type").asText().equals("azureccm.io/LoadBalanced"))
                return condition.path("status").asText() + " " + condition.path("reason").asText();
        return "none";
    }
}
