package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.RouteControllerInProcess;
import io.azureccm.service.reconcile.known.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody else changes in Azure is put right, told and counted, each time once; two programs that fight raise the alert. */
class DriftScenarioTest {
    /** Compares often, on readings that are hardly older than that. */
    private static final Timing OFTEN = new Timing(Scene.QUICK.idleWindow(), Scene.QUICK.maxAge(),
            Scene.QUICK.retryBase(), Scene.QUICK.retryCap(), Duration.ofMillis(300));

    @TempDir
    Path folder;

    @Test
    void ruleThatIsTakenOffByHandIsPutBackToldAndCounted() {
        try (Scene scene = play()) {
            scene.apply("web");
            scene.apply("api", 443, "{}");
            scene.awaitAddresses("web", "api");
            scene.awaitNoWrites(Duration.ofMillis(900));
            assertThat(scene.controller().drift()).as("whatever was made so far was asked for").isZero();
            String rule = rules(scene).stream().filter(name -> name.endsWith("TCP-80")).findFirst().orElseThrow();

            takeOff(scene, "TCP-80");
            scene.await("the rule", () -> rules(scene).contains(rule));
            scene.await("the event", () -> !drift(scene, "web").isEmpty());
            scene.awaitNoWrites(Duration.ofMillis(900));

            assertThat(drift(scene, "web")).containsExactly("AzureDrift: Rule " + rule
                    + " of load balancer kubernetes was removed by somebody else; put back");
            assertThat(drift(scene, "api")).isEmpty();
            assertThat(scene.controller().drift()).isEqualTo(1);
            assertThat(scene.controller().log()).contains("Drift default/web");
            scene.assertSound();
        }
    }

    @Test
    void whatCannotBePutBackIsToldOnceAndCountedOnceUntilItCan() {
        try (Scene scene = play()) {
            scene.apply("web");
            scene.awaitAddresses("web");
            scene.awaitNoWrites(Duration.ofMillis(900));
            int before = puts(scene);
            scene.azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers",
                            new FaultAction.Refuse(403, "RequestDisallowedByPolicy", "not now")));
            takeOff(scene, "TCP-80");
            scene.await("several tries", () -> puts(scene) > before + 3);

            assertThat(drift(scene, "web")).singleElement()
                    .asString()
                    .contains("was removed by somebody else; not put back yet: ", "not now");
            assertThat(scene.controller().drift()).isEqualTo(1);

            scene.azure().faults().clear();
            scene.await("the good end", () -> drift(scene, "web").size() == 2);
            assertThat(drift(scene, "web")).anyMatch(event -> event.endsWith("by somebody else; put back"));
            assertThat(scene.controller().drift()).isEqualTo(1);
            assertThat(rules(scene)).hasSize(1);
        }
    }

    @Test
    void twoProgramsThatFightOverARuleRaiseTheAlertAndOneLossOfManyDoesNot() {
        DriftAlert alert = DriftAlert.of("service-controller");
        assertThat(DriftAlert.of("route-controller")).isEqualTo(alert);
        try (Scene scene = play()) {
            scene.apply("web");
            scene.apply("api", 443, "{}");
            scene.awaitAddresses("web", "api");
            scene.awaitNoWrites(Duration.ofMillis(900));
            List<Integer> counter = new ArrayList<>();
            takeOff(scene, "");
            scene.await("both rules", () -> rules(scene).size() == 2);
            counter.add(scene.controller().drift());
            assertThat(counter).containsExactly(2);
            assertThat(alert.fires(counter, Timing.DEFAULT.driftPeriod())).isFalse();
            assertThat(alert.fires(List.of(1, 2, 3), Timing.DEFAULT.driftPeriod())).as("a person at work").isFalse();

            for (int repair = 0; repair < 5; repair++) {
                takeOff(scene, "TCP-80");
                scene.await("the rule", () -> rules(scene).size() == 2);
                counter.add(scene.controller().drift());
            }

            assertThat(counter).containsExactly(2, 3, 4, 5, 6, 7);
            assertThat(alert.fires(counter, Timing.DEFAULT.driftPeriod())).isTrue();
        }
    }

    @Test
    void routeThatIsTakenAwayIsPutBackToldOnItsNodeAndCounted() {
        io.azureccm.route.reconcile.Timing quick = RouteControllerInProcess.QUICK;
        io.azureccm.route.reconcile.Timing often = new io.azureccm.route.reconcile.Timing(quick.idleWindow(),
                quick.maxAge(),
                quick.retryBase(), quick.retryCap(), Duration.ofMillis(300), quick.settleTime());
        try (RouteScene scene = new RouteScene(folder, AzureSimulator.builder().retryAfter(0), often,
                new ObjectMapper().createObjectNode().put("routeTableCacheTTLInSeconds", 1))) {
            scene.startController();
            scene.addNode("n1", 1);
            scene.addNode("n2", 2);
            scene.await("both routes", () -> scene.routes().size() == 2 ? List.of() : scene.routes());
            assertThat(scene.controller().drift()).isZero();

            scene.editTable(table -> ((ArrayNode) table.at("/properties/routes")).remove(0));
            scene.await("the route", () -> scene.routes().size() == 2 ? List.of() : scene.routes());
            List<String> told = new ArrayList<>(scene.events("n1"));
            told.addAll(scene.events("n2"));

            assertThat(told).singleElement()
                    .asString()
                    .startsWith("AzureDrift: Route n")
                    .endsWith(" of route table " + scene.table().path("name").asText()
                            + " was removed by somebody else; put back");
            assertThat(scene.controller().drift()).isEqualTo(1);
        }
    }

    private Scene play() {
        return Scene.play(folder, Setting.of(1)
                .azure(AzureSimulator.builder().retryAfter(0))
                .configJson("loadBalancerCacheTTLInSeconds", "1")
                .timing(OFTEN));
    }

    private static List<String> drift(Scene scene, String service) {
        return scene.events(service).stream().filter(event -> event.startsWith("AzureDrift")).toList();
    }

    private static List<String> rules(Scene scene) {
        List<String> names = new ArrayList<>();
        for (JsonNode rule : scene.azure()
                .resource(scene.balancerId())
                .orElseThrow()
                .at("/properties/loadBalancingRules"))
            names.add(rule.path("name").asText());
        return names;
    }

    private static int puts(Scene scene) {
        return (int) scene.azure()
                .calls()
                .all()
                .stream()
                .filter(call -> call.isWrite() && call.line().contains("loadBalancers"))
                .count();
    }

    /** Somebody else removes the rules whose names end so. */
    private static void takeOff(Scene scene, String ending) {
        scene.azure().edit(scene.balancerId(), balancer -> {
            ArrayNode rules = (ArrayNode) balancer.at("/properties/loadBalancingRules");
            for (int i = rules.size() - 1; i >= 0; i--) {
                if (((ObjectNode) rules.get(i)).path("name").asText().endsWith(ending))
                    rules.remove(i);
            }
            return balancer;
        });
    }
}
