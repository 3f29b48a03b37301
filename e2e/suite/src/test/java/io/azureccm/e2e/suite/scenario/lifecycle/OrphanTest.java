package io.azureccm.e2e.suite.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.cluster.api.watch.Watches;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Service is torn out of the cluster while no controller runs: what it had is found, told, and deleted only where that is asked for. */
class OrphanTest {
    private static final OrphanPolicy LIST = new OrphanPolicy(Duration.ofMillis(300), false, Duration.ZERO);
    private static final OrphanPolicy DELETE = new OrphanPolicy(Duration.ofMillis(300), true, Duration.ofMillis(300));

    @TempDir
    Path folder;
    private ServiceScenario scenario;

    @AfterEach
    void close() {
        scenario.close();
    }

    @Test
    void whatATornOutServiceHadIsListedAndToldAndStays() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).onTheWire());
        scenario.apply("web");
        scenario.apply("api", 81, "{}");
        scenario.awaitAddresses("web", "api");
        tearOut("web");
        scenario.resetCalls();
        scenario.startController(LIST);

        scenario.await("orphans", () -> kinds().containsAll(
                Set.of(Orphan.Kind.FRONTEND, Orphan.Kind.RULE, Orphan.Kind.PROBE, Orphan.Kind.PUBLIC_IP)));
        assertThat(scenario.controller().orphans()).noneMatch(orphan -> orphan.kind() == Orphan.Kind.LOAD_BALANCER)
                .allMatch(orphan -> orphan.owner().equals("default/web"));
        scenario.await("events", () -> events().size() >= 4 && events().stream().anyMatch(OrphanTest::isOfThePublicIp),
                () -> events().toString());
        assertThat(events()).doesNotHaveDuplicates().anyMatch(OrphanTest::isOfThePublicIp);
        scenario.awaitNoWrites(Duration.ofSeconds(1));
        assertThat(publicIps()).as("both public IPs are still there").hasSize(2);
        scenario.assertSound();
    }

    @Test
    void whatATornOutServiceHadIsDeletedWhereThatIsAskedForAndNobodyElseLosesAnything() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).onTheWire());
        scenario.apply("web");
        scenario.apply("api", 81, "{}");
        scenario.awaitAddresses("web", "api");
        String mine = scenario.networkId("publicIPAddresses", "mine");
        scenario.azure()
                .seed(Json.parse("[{\"id\": \"" + mine + "\", \"location\": \"eastus\", \"sku\": {\"name\": "
                        + "\"Standard\"}, \"properties\": {\"publicIPAllocationMethod\": \"Static\"}}]"));
        List<String> address = scenario.addresses("api");
        tearOut("web");
        scenario.startController(DELETE);

        scenario.await("the end of the orphans", () -> publicIps().size() == 2);
        scenario.awaitNoWrites(Duration.ofSeconds(1));
        assertThat(scenario.controller().log()).contains("Plan #", "orphans lb=kubernetes",
                "OrphanDeleted default/web");
        assertThat(scenario.addresses("api")).isEqualTo(address);
        scenario.await("the look that finds no orphans", () -> scenario.controller().orphans().isEmpty());
        scenario.assertSound();
    }

    @Test
    void nothingIsDeletedWhileItIsNotSureWhoIsInTheCluster() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).onTheWire());
        scenario.apply("web");
        scenario.apply("api", 81, "{}");
        scenario.awaitAddresses("web", "api");
        tearOut("web");
        // Nothing is found before the watch is broken, however long that takes.
        scenario.azure()
                .faults()
                .add(Fault.on("LIST", "loadBalancers", new FaultAction.Refuse(403, "AuthorizationFailed", "not yet")));
        scenario.api().requests().clear();
        scenario.startController(DELETE);
        breakTheWatchOfServices();
        scenario.azure().faults().clear();
        scenario.await("orphans", () -> kinds().contains(Orphan.Kind.PUBLIC_IP));
        scenario.await("the first plan for the other Service, which closes the port of the one that is gone",
                () -> scenario.controller().log().contains("~ networkSecurityGroups/k8s-nsg  Applied"));
        scenario.resetCalls();
        scenario.await("looks after the grace time",
                () -> scenario.azure().calls().counters().of("LIST", "loadBalancers") > 5);
        scenario.awaitNoWrites(Duration.ofSeconds(1));
        assertThat(scenario.azure().calls().writes()).isEmpty();
        assertThat(publicIps()).as("long after the grace time").hasSize(2);

        scenario.api().faults().clear();
        scenario.await("the end of the orphans", () -> publicIps().size() == 1);
        scenario.assertSound();
    }

    @Test
    void nothingIsLeftOfAClusterWhoseLastServiceWasTornOut() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).onTheWire());
        scenario.apply("web");
        scenario.awaitAddresses("web");
        tearOut("web");
        scenario.startController(DELETE);

        scenario.await("the end of the load balancer",
                () -> scenario.azure().resource(scenario.balancerId()).isEmpty());
        scenario.await("the end of all that belonged to it", () -> publicIps().isEmpty() && securityRules().isEmpty());
        scenario.awaitNoWrites(Duration.ofSeconds(1));
        scenario.assertNothingLeft();
    }

    /** Returns when the watch of the controller that has just started has ended and is tried in vain. */
    private void breakTheWatchOfServices() {
        scenario.await("the watch", () -> !watches().isEmpty());
        scenario.api()
                .faults()
                .add(new Target("*", "services"), new Effect.Refuse(500, "InternalError", "try later", Duration.ZERO),
                        -1);
        scenario.api().requests().clear();
        scenario.await("the watch to be asked for again", () -> {
            scenario.api().endWatches("services", Watches.End.CLOSED);
            return watches().size() > 1;
        });
    }

    private List<RequestLog.Entry> watches() {
        return scenario.api()
                .requests()
                .matching(request -> request.verb().equals("watch") && request.resource().equals("services"));
    }

    private void tearOut(String name) {
        scenario.stopController();
        scenario.cluster().tearOut("default/" + name);
        scenario.await("the end of " + name, () -> !scenario.exists(name));
    }

    private Set<Orphan.Kind> kinds() {
        return scenario.controller().orphans().stream().map(Orphan::kind).collect(Collectors.toSet());
    }

    private static boolean isOfThePublicIp(String event) {
        return event.startsWith("nobody wants publicIPAddress") && event.contains("belonged to default/web");
    }

    private List<String> events() {
        return scenario.cluster().messages("Lease", "azure-service-controller", "OrphanFound");
    }

    private JsonNode securityRules() {
        String group = scenario.networkId("networkSecurityGroups", scenario.infrastructure().securityGroup());
        return scenario.azure().resource(group).orElseThrow().at("/properties/securityRules");
    }

    private List<String> publicIps() {
        return scenario.azure()
                .state()
                .keySet()
                .stream()
                .filter(id -> id.contains("/publicIPAddresses/"))
                .toList();
    }
}
