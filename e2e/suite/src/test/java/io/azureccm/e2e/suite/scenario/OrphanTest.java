package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Orphan;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.cluster.api.watch.Watches;
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
    private Scene scene;

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void whatATornOutServiceHadIsListedAndToldAndStays() {
        scene = Scene.play(folder, Setting.of(2));
        scene.apply("web");
        scene.apply("api", 81, "{}");
        scene.awaitAddresses("web", "api");
        tearOut("web");
        scene.resetCalls();
        scene.startController(LIST);

        scene.await("orphans", () -> kinds().containsAll(
                Set.of(Orphan.Kind.FRONTEND, Orphan.Kind.RULE, Orphan.Kind.PROBE, Orphan.Kind.PUBLIC_IP)));
        assertThat(scene.controller().orphans()).noneMatch(orphan -> orphan.kind() == Orphan.Kind.LOAD_BALANCER)
                .allMatch(orphan -> orphan.owner().equals("default/web"));
        scene.await("events", () -> events().size() >= 4);
        assertThat(events()).doesNotHaveDuplicates()
                .anyMatch(text -> text.startsWith("nobody wants publicIPAddress")
                        && text.contains("belonged to default/web"));
        scene.awaitNoWrites(Duration.ofSeconds(1));
        assertThat(publicIps()).as("both public IPs are still there").hasSize(2);
        scene.assertSound();
    }

    @Test
    void whatATornOutServiceHadIsDeletedWhereThatIsAskedForAndNobodyElseLosesAnything() {
        scene = Scene.play(folder, Setting.of(2));
        scene.apply("web");
        scene.apply("api", 81, "{}");
        scene.awaitAddresses("web", "api");
        String mine = scene.networkId("publicIPAddresses", "mine");
        scene.azure()
                .seed(Json.parse("[{\"id\": \"" + mine + "\", \"location\": \"eastus\", \"sku\": {\"name\": "
                        + "\"Standard\"}, \"properties\": {\"publicIPAllocationMethod\": \"Static\"}}]"));
        List<String> address = scene.addresses("api");
        tearOut("web");
        scene.startController(DELETE);

        scene.await("the end of the orphans", () -> publicIps().size() == 2);
        scene.awaitNoWrites(Duration.ofSeconds(1));
        assertThat(scene.controller().log()).contains("Plan #", "orphans lb=kubernetes", "OrphanDeleted default/web");
        assertThat(scene.addresses("api")).isEqualTo(address);
        assertThat(scene.controller().orphans()).isEmpty();
        scene.assertSound();
    }

    @Test
    void nothingIsDeletedWhileItIsNotSureWhoIsInTheCluster() {
        scene = Scene.play(folder, Setting.of(2));
        scene.apply("web");
        scene.apply("api", 81, "{}");
        scene.awaitAddresses("web", "api");
        tearOut("web");
        scene.startController(new OrphanPolicy(Duration.ofMillis(300), true, Duration.ofSeconds(6)));
        scene.await("orphans", () -> kinds().contains(Orphan.Kind.PUBLIC_IP));
        scene.api()
                .faults()
                .add(new Target("*", "services"), new Effect.Refuse(500, "InternalError", "try later", Duration.ZERO),
                        -1);
        scene.api().endWatches("services", Watches.End.CLOSED);
        scene.awaitNoWrites(Duration.ofSeconds(9));
        assertThat(publicIps()).as("long after the grace time").hasSize(2);

        scene.api().faults().clear();
        scene.await("the end of the orphans", () -> publicIps().size() == 1);
        scene.assertSound();
    }

    @Test
    void nothingIsLeftOfAClusterWhoseLastServiceWasTornOut() {
        scene = Scene.play(folder, Setting.of(2));
        scene.apply("web");
        scene.awaitAddresses("web");
        tearOut("web");
        scene.startController(DELETE);

        scene.await("the end of the load balancer", () -> scene.azure().resource(scene.balancerId()).isEmpty());
        scene.awaitNoWrites(Duration.ofSeconds(1));
        scene.assertNothingLeft();
    }

    private void tearOut(String name) {
        scene.stopController();
        scene.cluster().tearOut("default/" + name);
        scene.await("the end of " + name, () -> !scene.exists(name));
    }

    private Set<Orphan.Kind> kinds() {
        return scene.controller().orphans().stream().map(Orphan::kind).collect(Collectors.toSet());
    }

    private List<String> events() {
        return scene.cluster().messages("Lease", "azure-service-controller", "OrphanFound");
    }

    private List<String> publicIps() {
        return scene.azure()
                .state()
                .keySet()
                .stream()
                .filter(id -> id.contains("/publicIPAddresses/"))
                .toList();
    }
}
