package io.azureccm.e2e.suite.scenario.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who holds the resource lease writes to Azure, and nobody else does. */
class ResourceLeaseTest {
    private static final String NAME = "aks-managed-resource-locker";
    private static final String OURS = "cloud-controller-manager";
    private static final String PREVIOUS = "aks-managed-resource-locker-previous-holder";

    @TempDir
    Path folder;
    private ServiceScenario scenario;

    @BeforeEach
    void open() {
        scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).resourceLease());
        assumeTrue(scenario.cluster().claimLease("kube-system", NAME),
                "the lease " + NAME + " of this cluster is somebody else's");
    }

    @AfterEach
    void close() {
        scenario.assertSound();
        scenario.close();
    }

    @Test
    void leaseIsMadeHeldAndGivenBack() {
        scenario.startController();
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.await("the lease given back", () -> holder().isEmpty());

        assertThat(lease().at("/metadata/annotations/" + PREVIOUS).asText()).isEqualTo(OURS);
        assertThat(lease().at("/spec/leaseDurationSeconds").asInt()).isEqualTo(900);
        scenario.cluster()
                .simulator()
                .ifPresent(api -> assertThat(writesOfTheLease(api)).as("once for all writes: made and given back")
                        .isEqualTo(2));
    }

    @Test
    void planWithoutAChangeLeavesTheLeaseAlone() {
        scenario.startController();
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        scenario.await("the lease given back", () -> holder().isEmpty());
        String before = lease().at("/metadata/resourceVersion").asText();
        scenario.stopController();
        scenario.startController();
        scenario.awaitQuiet();

        assertThat(lease().at("/metadata/resourceVersion").asText()).isEqualTo(before);
    }

    @Test
    void nothingIsWrittenWhileAnotherHoldsIt() {
        hold("aks-node-pool-operator", Instant.now(), "");
        scenario.startController();
        scenario.apply("web");
        scenario.await("the refusal",
                () -> failures().stream().anyMatch(event -> event.contains("lock azure resources")),
                () -> scenario.events("web").toString());

        assertThat(failures().getFirst()).contains("failed due to fail to lock azure resources",
                "held by aks-node-pool-operator");
        assertThat(scenario.azure().calls().counters().writes()).isZero();

        hold("", Instant.now(), "aks-node-pool-operator");
        scenario.awaitAddresses("web");
    }

    @Test
    void leaseOfAnotherThatRanOutIsTaken() {
        hold("aks-node-pool-operator", Instant.now().minusSeconds(901), "");
        scenario.startController();
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.await("the lease given back", () -> holder().isEmpty());

        assertThat(lease().at("/metadata/annotations/" + PREVIOUS).asText()).isEqualTo(OURS);
    }

    @Test
    void ownHoldOfACrashedInstanceIsTakenUp() {
        hold(OURS, Instant.now(), "");
        scenario.startController();
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.await("the lease given back", () -> holder().isEmpty());
    }

    @Test
    void whatAnotherWroteInBetweenIsReadBeforeAnythingIsWritten() {
        scenario.startController();
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        scenario.await("the lease given back", () -> holder().isEmpty());
        ObjectNode balancer = scenario.azure().resource(scenario.balancerId()).orElseThrow().deepCopy();
        balancer.withObjectProperty("tags").put("team", "blue");
        scenario.azure().seed(Json.array().add(balancer));
        hold("", Instant.now(), "aks-node-pool-operator");
        scenario.resetCalls();

        scenario.apply("other", 81, "{}");
        scenario.awaitAddresses("other");

        assertThat(scenario.azure().calls().writes()).as("nothing was tried on what was out of date")
                .noneMatch(call -> call.status() == 412);
        assertThat(scenario.azure().resource(scenario.balancerId()).orElseThrow().at("/tags/team").asText())
                .isEqualTo("blue");
    }

    private void hold(String holder, Instant renewed, String previous) {
        String time = renewed.truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString().replace("Z", ".000000Z");
        scenario.cluster().apply(Json.parse("""
                {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                 "metadata": {"name": "%s", "namespace": "kube-system", "annotations": {"%s": "%s"}},
                 "spec": {"holderIdentity": "%s", "leaseDurationSeconds": 900, "acquireTime": "%s", "renewTime": "%s"}}
                """.formatted(NAME, PREVIOUS, previous.isEmpty() ? OURS : previous, holder, time, time)));
    }

    private ObjectNode lease() {
        return scenario.cluster().lease("kube-system", NAME).orElse(Json.object());
    }

    private String holder() {
        return lease().at("/spec/holderIdentity").asText();
    }

    private static int writesOfTheLease(ClusterSimulator api) {
        return api.requests()
                .matching(request -> request.resource().equals("leases") && request.isWrite())
                .size();
    }

    private List<String> failures() {
        return scenario.events("web").stream().filter(event -> event.startsWith("SyncLoadBalancerFailed")).toList();
    }
}
