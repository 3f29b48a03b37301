package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
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
        try (Scene scene = Scene.play(folder, Setting.of(1))) {
            scene.apply("one");
            scene.apply("two", 81, "{}");
            scene.awaitAddresses("one", "two");
            scene.awaitQuiet();
            begin(scene, "loadBalancers", scene.balancerId());
            scene.resetCalls();

            scene.apply("late", 82, "{}");
            scene.apply("inside", 8080, INTERNAL);
            scene.awaitAddresses("inside");
            scene.await("an event that names the operation", () -> scene.events("late")
                    .stream()
                    .anyMatch(event -> event.contains("loadBalancers/kubernetes is Updating since ")));
            assertThat(scene.hasAddress("late")).isFalse();
            assertThat(scene.controller().log().lines()).as(scene::story)
                    .noneMatch(line -> line.contains("default/one requeued in") && line.contains("Updating"));
            assertThat(scene.azure().calls().writes()).as(scene::story)
                    .noneMatch(call -> call.status() < 400 && call.target().equalsIgnoreCase(scene.balancerId()));

            scene.azure().endStuckOperations();
            scene.awaitAddresses("late");
            scene.awaitQuiet();
            scene.assertSound();
        }
    }

    @Test
    void busySecurityGroupHoldsUpNobodyWhoseRulesAreInIt() throws Exception {
        try (Scene scene = Scene.play(folder, Setting.of(1))) {
            scene.apply("one");
            scene.awaitAddresses("one");
            scene.awaitQuiet();
            String group = scene.networkId("networkSecurityGroups", "k8s-nsg");
            begin(scene, "networkSecurityGroups", group);
            scene.resetCalls();

            scene.apply("late", 82, "{}");
            scene.await("an event that names the operation", () -> scene.events("late")
                    .stream()
                    .anyMatch(event -> event.contains("networkSecurityGroups/k8s-nsg is Updating since ")));
            scene.apply("one", 80, IDLE);
            scene.await("the change", () -> scene.azure()
                    .state()
                    .get(scene.balancerId())
                    .toString()
                    .contains(
                            "\"idleTimeoutInMinutes\":7"));
            assertThat(scene.hasAddress("late")).isFalse();
            assertThat(scene.azure().calls().writes()).as(scene::story)
                    .noneMatch(call -> call.status() < 400 && call.target().equalsIgnoreCase(group));

            scene.azure().endStuckOperations();
            scene.awaitAddresses("late");
            scene.awaitQuiet();
            assertThat(scene.events("one")).noneMatch(event -> event.contains("Updating"));
            scene.assertSound();
        }
    }

    /** Somebody writes the resource as it is, and Azure does not come to an end with it. */
    private static void begin(Scene scene, String type, String id) throws Exception {
        scene.azure().faults().add(Fault.on("PUT", type, new FaultAction.StuckOperation()).once());
        HttpRequest write = HttpRequest.newBuilder(URI.create(scene.azure().httpUrl() + id + "?api-version=2024-05-01"))
                .header("Authorization", "Bearer " + scene.azure().token())
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(scene.azure().state().get(id).toString()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(write, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
        assertThat(scene.azure().runningOperations()).isOne();
    }
}
