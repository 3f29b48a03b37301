package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.json.Json;
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
    private Scene scene;

    @BeforeEach
    void open() {
        scene = Scene.open(folder, Setting.of(1).resourceLease());
        assumeTrue(scene.cluster().claimLease("kube-system", NAME),
                "the lease " + NAME + " of this cluster is somebody else's");
    }

    @AfterEach
    void close() {
        scene.assertSound();
        scene.close();
    }

    @Test
    void leaseIsMadeHeldAndGivenBack() {
        scene.startController();
        scene.apply("web");
        scene.awaitAddresses("web");
        scene.await("the lease given back", () -> holder().isEmpty());

        assertThat(lease().at("/metadata/annotations/" + PREVIOUS).asText()).isEqualTo(OURS);
        assertThat(lease().at("/spec/leaseDurationSeconds").asInt()).isEqualTo(900);
        scene.cluster()
                .simulator()
                .ifPresent(api -> assertThat(writesOfTheLease(api)).as("once for the whole pass: made and given back")
                        .isEqualTo(2));
    }

    @Test
    void passWithoutAChangeLeavesTheLeaseAlone() {
        scene.startController();
        scene.apply("web");
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        String before = lease().at("/metadata/resourceVersion").asText();
        scene.stopController();
        scene.startController();
        scene.awaitQuiet();

        assertThat(lease().at("/metadata/resourceVersion").asText()).isEqualTo(before);
    }

    @Test
    void nothingIsWrittenWhileAnotherHoldsIt() {
        hold("aks-node-pool-operator", Instant.now(), "");
        scene.startController();
        scene.apply("web");
        scene.await("the refusal", () -> failures().stream().anyMatch(event -> event.contains("lock azure resources")),
                () -> scene.events("web").toString());

        assertThat(failures().getFirst()).contains("failed due to fail to lock azure resources",
                "held by aks-node-pool-operator");
        assertThat(scene.azure().calls().counters().writes()).isZero();

        hold("", Instant.now(), "aks-node-pool-operator");
        scene.awaitAddresses("web");
    }

    @Test
    void leaseOfAnotherThatRanOutIsTaken() {
        hold("aks-node-pool-operator", Instant.now().minusSeconds(901), "");
        scene.startController();
        scene.apply("web");
        scene.awaitAddresses("web");
        scene.await("the lease given back", () -> holder().isEmpty());

        assertThat(lease().at("/metadata/annotations/" + PREVIOUS).asText()).isEqualTo(OURS);
    }

    @Test
    void ownHoldOfACrashedInstanceIsTakenUp() {
        hold(OURS, Instant.now(), "");
        scene.startController();
        scene.apply("web");
        scene.awaitAddresses("web");
        scene.await("the lease given back", () -> holder().isEmpty());
    }

    @Test
    void whatAnotherWroteInBetweenIsReadBeforeAnythingIsWritten() {
        scene.startController();
        scene.apply("web");
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        ObjectNode balancer = scene.azure().resource(scene.balancerId()).orElseThrow().deepCopy();
        balancer.withObjectProperty("tags").put("team", "blue");
        scene.azure().seed(Json.array().add(balancer));
        hold("", Instant.now(), "aks-node-pool-operator");
        scene.resetCalls();

        scene.apply("other", 81, "{}");
        scene.awaitAddresses("other");

        assertThat(scene.azure().calls().writes()).as("nothing was tried on what was out of date")
                .noneMatch(call -> call.status() == 412);
        assertThat(scene.azure().resource(scene.balancerId()).orElseThrow().at("/tags/team").asText())
                .isEqualTo("blue");
    }

    private void hold(String holder, Instant renewed, String previous) {
        String time = renewed.truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString().replace("Z", ".000000Z");
        scene.cluster().apply(Json.parse("""
                {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                 "metadata": {"name": "%s", "namespace": "kube-system", "annotations": {"%s": "%s"}},
                 "spec": {"holderIdentity": "%s", "leaseDurationSeconds": 900, "acquireTime": "%s", "renewTime": "%s"}}
                """.formatted(NAME, PREVIOUS, previous.isEmpty() ? OURS : previous, holder, time, time)));
    }

    private ObjectNode lease() {
        return scene.cluster().lease("kube-system", NAME).orElse(Json.object());
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
        return scene.events("web").stream().filter(event -> event.startsWith("SyncLoadBalancerFailed")).toList();
    }
}
