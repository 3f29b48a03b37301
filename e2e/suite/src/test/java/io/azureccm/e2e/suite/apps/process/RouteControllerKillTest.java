package io.azureccm.e2e.suite.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A route controller that is killed with SIGKILL while Azure carries out its write of the table. */
@Order(1)
class RouteControllerKillTest extends SimulatedCloudFixture {
    private static final int NODES = 3;
    private static final String[] QUICK = {"--leader-elect-lease-duration=3s", "--leader-elect-renew-deadline=2s",
            "--leader-elect-retry-period=500ms"};

    @BeforeEach
    void prepare() throws Exception {
        IntStream.range(0, NODES)
                .forEach(i -> cloud.addNode(i, ", podCIDR: 10.244." + i
                        + ".0/24, podCIDRs: [10.244." + i + ".0/24]"));
    }

    @Test
    void nextLeaderAwaitsTheTableOfAKilledOneAndThenTellsTheNodes() throws Exception {
        cloud.azure()
                .faults()
                .add(Fault.on("PUT", "routeTables", new FaultAction.StuckOperation()).once());
        try (AppProcess killed = start("killed")) {
            RunningApp.await("a write that is carried out",
                    () -> killed.log().contains("working") && cloud.azure().runningOperations() > 0,
                    killed::log);
            killed.kill();
        }
        assertThat(told()).isZero();
        String holder = cloud.holder(App.ROUTE);
        assertThat(holder).isNotEmpty();
        try (AppProcess next = start("next")) {
            next.awaitLog("this instance leads: working");
            cloud.azure().endStuckOperations();
            RunningApp.await("every node told", () -> told() == NODES, next::log);
            assertThat(cloud.holder(App.ROUTE)).isNotEmpty().isNotEqualTo(holder);
            assertThat(routes()).containsExactlyInAnyOrder("10.244.0.0/24", "10.244.1.0/24", "10.244.2.0/24");
            assertThat(cloud.azure().problems()).isEmpty();
        }
    }

    private AppProcess start(String name) throws Exception {
        return AppProcess.start(App.ROUTE, cloud.flags(App.ROUTE, QUICK), cloud.environment(),
                folder.resolve(name + ".log"));
    }

    /** How many nodes have the condition that says their route is there. */
    private long told() {
        return cloud.cluster()
                .list("nodes", "")
                .stream()
                .flatMap(node -> StreamSupport.stream(node.at("/status/conditions").spliterator(), false))
                .filter(condition -> condition.path("type").asText().equals("NetworkUnavailable")
                        && condition.path("status").asText().equals("False"))
                .count();
    }

    private List<String> routes() {
        return cloud.azure()
                .state()
                .entrySet()
                .stream()
                .filter(resource -> resource.getKey().endsWith("/routeTables/routes"))
                .flatMap(resource -> StreamSupport
                        .stream(resource.getValue().at("/properties/routes").spliterator(), false))
                .map((JsonNode route) -> route.at("/properties/addressPrefix").asText())
                .toList();
    }
}
