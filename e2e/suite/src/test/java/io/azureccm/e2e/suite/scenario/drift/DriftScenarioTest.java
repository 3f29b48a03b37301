package io.azureccm.e2e.suite.scenario.drift;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.controller.RouteControllerInProcess;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.e2e.suite.scenario.route.RouteScenario;
import io.azureccm.service.reconcile.known.ServiceTiming;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody else changes in Azure is put right, told and counted, each time once; two programs that fight raise the alert. */
class DriftScenarioTest {
    /** Compares often, on readings that are hardly older than that. */
    private static final ServiceTiming OFTEN = new ServiceTiming(ServiceScenario.QUICK.idleWindow(),
            ServiceScenario.QUICK.maxAge(),
            ServiceScenario.QUICK.retryBase(), ServiceScenario.QUICK.retryCap(), Duration.ofMillis(300));

    @TempDir
    Path folder;

    @Test
    void ruleThatIsTakenOffByHandIsPutBackToldAndCounted() {
        try (ServiceScenario scenario = play()) {
            scenario.apply("web");
            scenario.apply("api", 443, "{}");
            scenario.awaitAddresses("web", "api");
            scenario.awaitNoWrites(Duration.ofMillis(900));
            assertThat(scenario.controller().drift()).as("whatever was made so far was asked for").isZero();
            String rule = rules(scenario).stream().filter(name -> name.endsWith("TCP-80")).findFirst().orElseThrow();

            takeOff(scenario, "TCP-80");
            scenario.await("the rule", () -> rules(scenario).contains(rule));
            scenario.await("the event", () -> !drift(scenario, "web").isEmpty());
            scenario.awaitNoWrites(Duration.ofMillis(900));

            assertThat(drift(scenario, "web")).containsExactly("AzureDrift: Rule " + rule
                    + " of load balancer kubernetes was removed by somebody else; put back");
            assertThat(drift(scenario, "api")).isEmpty();
            assertThat(scenario.controller().drift()).isEqualTo(1);
            assertThat(scenario.controller().log()).contains("Drift default/web");
            scenario.assertSound();
        }
    }

    @Test
    void whatCannotBePutBackIsToldOnceAndCountedOnceUntilItCan() {
        try (ServiceScenario scenario = play()) {
            scenario.apply("web");
            scenario.awaitAddresses("web");
            scenario.awaitNoWrites(Duration.ofMillis(900));
            int before = puts(scenario);
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers",
                            new FaultAction.Refuse(403, "RequestDisallowedByPolicy", "not now")));
            takeOff(scenario, "TCP-80");
            scenario.await("several tries", () -> puts(scenario) > before + 3);

            assertThat(drift(scenario, "web")).singleElement()
                    .asString()
                    .contains("was removed by somebody else; not put back yet: ", "not now");
            assertThat(scenario.controller().drift()).isEqualTo(1);

            scenario.azure().faults().clear();
            scenario.await("the good end", () -> drift(scenario, "web").size() == 2);
            assertThat(drift(scenario, "web")).anyMatch(event -> event.endsWith("by somebody else; put back"));
            assertThat(scenario.controller().drift()).isEqualTo(1);
            assertThat(rules(scenario)).hasSize(1);
        }
    }

    @Test
    void twoProgramsThatFightOverARuleRaiseTheAlertAndOneLossOfManyDoesNot() {
        DriftAlert alert = DriftAlert.of("service-controller");
        assertThat(DriftAlert.of("route-controller")).isEqualTo(alert);
        try (ServiceScenario scenario = play()) {
            scenario.apply("web");
            scenario.apply("api", 443, "{}");
            scenario.awaitAddresses("web", "api");
            scenario.awaitNoWrites(Duration.ofMillis(900));
            List<Integer> counter = new ArrayList<>();
            takeOff(scenario, "");
            scenario.await("both rules", () -> rules(scenario).size() == 2);
            counter.add(scenario.controller().drift());
            assertThat(counter).containsExactly(2);
            assertThat(alert.fires(counter, ServiceTiming.DEFAULT.driftPeriod())).isFalse();
            assertThat(alert.fires(List.of(1, 2, 3), ServiceTiming.DEFAULT.driftPeriod())).as("a person at work")
                    .isFalse();

            for (int repair = 0; repair < 5; repair++) {
                takeOff(scenario, "TCP-80");
                scenario.await("the rule", () -> rules(scenario).size() == 2);
                counter.add(scenario.controller().drift());
            }

            assertThat(counter).containsExactly(2, 3, 4, 5, 6, 7);
            assertThat(alert.fires(counter, ServiceTiming.DEFAULT.driftPeriod())).isTrue();
            scenario.await("the event that says so", () -> drift(scenario, "web").stream()
                    .anyMatch(event -> event.contains("another program seems to write it")));
            assertThat(drift(scenario, "web")).as("twice may be a person at work")
                    .anyMatch(event -> event.endsWith("put back"))
                    .noneMatch(event -> event.contains("corrected 2 times"));
        }
    }

    @Test
    void routeThatIsTakenAwayIsPutBackToldOnItsNodeAndCounted() {
        io.azureccm.route.reconcile.RouteTiming quick = RouteControllerInProcess.QUICK;
        io.azureccm.route.reconcile.RouteTiming often = new io.azureccm.route.reconcile.RouteTiming(quick.idleWindow(),
                quick.maxAge(),
                quick.retryBase(), quick.retryCap(), Duration.ofMillis(300), quick.settleTime());
        try (RouteScenario scenario = new RouteScenario(folder, AzureSimulator.builder().retryAfter(0), often,
                new ObjectMapper().createObjectNode().put("routeTableCacheTTLInSeconds", 1))) {
            scenario.startController();
            scenario.addNode("n1", 1);
            scenario.addNode("n2", 2);
            scenario.await("both routes", () -> scenario.routes().size() == 2 ? List.of() : scenario.routes());
            assertThat(scenario.controller().drift()).isZero();

            scenario.table().edit(table -> ((ArrayNode) table.at("/properties/routes")).remove(0));
            scenario.await("the route", () -> scenario.routes().size() == 2 ? List.of() : scenario.routes());
            List<String> told = new ArrayList<>(scenario.events("n1"));
            told.addAll(scenario.events("n2"));

            assertThat(told).singleElement()
                    .asString()
                    .startsWith("AzureDrift: Route n")
                    .endsWith(" of route table " + scenario.table().body().path("name").asText()
                            + " was removed by somebody else; put back");
            assertThat(scenario.controller().drift()).isEqualTo(1);
        }
    }

    private ServiceScenario play() {
        return ServiceScenario.play(folder, ScenarioSetup.of(1)
                .azure(AzureSimulator.builder().retryAfter(0))
                .configJson("loadBalancerCacheTTLInSeconds", "1")
                .timing(OFTEN));
    }

    private static List<String> drift(ServiceScenario scenario, String service) {
        return scenario.events(service).stream().filter(event -> event.startsWith("AzureDrift")).toList();
    }

    private static List<String> rules(ServiceScenario scenario) {
        List<String> names = new ArrayList<>();
        for (JsonNode rule : scenario.azure()
                .resource(scenario.balancerId())
                .orElseThrow()
                .at("/properties/loadBalancingRules"))
            names.add(rule.path("name").asText());
        return names;
    }

    private static int puts(ServiceScenario scenario) {
        return (int) scenario.azure()
                .calls()
                .all()
                .stream()
                .filter(call -> call.isWrite() && call.line().contains("loadBalancers"))
                .count();
    }

    /** Somebody else removes the rules whose names end so. */
    private static void takeOff(ServiceScenario scenario, String ending) {
        scenario.azure().edit(scenario.balancerId(), balancer -> {
            ArrayNode rules = (ArrayNode) balancer.at("/properties/loadBalancingRules");
            for (int i = rules.size() - 1; i >= 0; i--) {
                if (((ObjectNode) rules.get(i)).path("name").asText().endsWith(ending))
                    rules.remove(i);
            }
            return balancer;
        });
    }
}
