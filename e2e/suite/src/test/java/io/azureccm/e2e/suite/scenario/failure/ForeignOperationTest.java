package io.azureccm.e2e.suite.scenario.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's operation on a shared resource does not end: who is served stays served, who needs a write waits and says so. */
class ForeignOperationTest {
    private static final String INTERNAL = "{\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"true\"}";
    private static final String IDLE = "{\"service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout\": \"7\"}";

    @TempDir
    Path folder;

    @Test
    void whoNeedsNoWriteOfABusyLoadBalancerIsDoneAndOtherLoadBalancersAreWritten() throws Exception {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("one");
            scenario.apply("two", 81, "{}");
            scenario.awaitAddresses("one", "two");
            scenario.awaitQuiet();
            begin(scenario, "loadBalancers", scenario.balancerId());
            scenario.resetCalls();

            scenario.apply("late", 82, "{}");
            scenario.apply("inside", 8080, INTERNAL);
            scenario.awaitAddresses("inside");
            scenario.await("an event that names the operation", () -> scenario.events("late")
                    .stream()
                    .anyMatch(event -> event.contains("loadBalancers/kubernetes is Updating since ")));
            assertThat(scenario.hasAddress("late")).isFalse();
            assertThat(scenario.controller().log().lines()).as(scenario::story)
                    .noneMatch(line -> line.contains("default/one requeued in") && line.contains("Updating"));
            assertThat(scenario.azure().calls().writes()).as(scenario::story)
                    .noneMatch(call -> call.status() < 400 && call.target().equalsIgnoreCase(scenario.balancerId()));

            scenario.azure().endStuckOperations();
            scenario.awaitAddresses("late");
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }

    @Test
    void busySecurityGroupHoldsUpNobodyWhoseRulesAreInIt() throws Exception {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("one");
            scenario.awaitAddresses("one");
            scenario.awaitQuiet();
            String group = scenario.networkId("networkSecurityGroups", "k8s-nsg");
            begin(scenario, "networkSecurityGroups", group);
            scenario.resetCalls();

            scenario.apply("late", 82, "{}");
            scenario.await("an event that names the operation", () -> scenario.events("late")
                    .stream()
                    .anyMatch(event -> event.contains("networkSecurityGroups/k8s-nsg is Updating since ")));
            scenario.apply("one", 80, IDLE);
            scenario.await("the change", () -> scenario.azure()
                    .state()
                    .get(scenario.balancerId())
                    .toString()
                    .contains(
                            "\"idleTimeoutInMinutes\":7"));
            assertThat(scenario.hasAddress("late")).isFalse();
            assertThat(scenario.azure().calls().writes()).as(scenario::story)
                    .noneMatch(call -> call.status() < 400 && call.target().equalsIgnoreCase(group));

            scenario.azure().endStuckOperations();
            scenario.awaitAddresses("late");
            scenario.awaitQuiet();
            assertThat(scenario.events("one")).noneMatch(event -> event.contains("Updating"));
            scenario.assertSound();
        }
    }

    /** Somebody writes the resource as it is, and Azure does not come to an end with it. */
    private static void begin(ServiceScenario scenario, String type, String id) throws Exception {
        scenario.azure().faults().add(Fault.on("PUT", type, new FaultAction.StuckOperation()).once());
        HttpRequest write = HttpRequest
                .newBuilder(URI.create(scenario.azure().httpUrl() + id + "?api-version=2024-05-01"))
                .header("Authorization", "Bearer " + scenario.azure().token())
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(scenario.azure().state().get(id).toString()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(write, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
        assertThat(scenario.azure().runningOperations()).isOne();
    }
}
