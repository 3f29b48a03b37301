package io.azureccm.e2e.suite.scenario.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.harness.controller.CommandRun;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A plan of a snapshot asks no server: the proxy selector of the process would hear of it. */
@Isolated("a test beside this one may get the port of the Azure that has gone, and ask it")
class OfflinePlanTest {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1");

    @TempDir
    Path folder;

    @Test
    void snapshotIsPlannedWhenNoServerIsThereAnyMore() {
        Path file = folder.resolve("snapshot.json");
        CommandRun live;
        int azure;
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("web");
            live = SnapshotPlanTest.command(scenario, "plan");
            CommandRun taken = SnapshotPlanTest.command(scenario, "snapshot", "--output=" + file);
            assertThat(taken.code()).as(taken.out() + taken.err()).isZero();
            azure = URI.create(scenario.azure().url()).getPort();
        }
        AskedServers servers = new AskedServers();
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(servers);
        try {
            CommandRun stored = SnapshotPlanTest.stored("--snapshot=" + file);
            assertThat(stored.out()).isEqualTo(live.out()).contains("1 Service: ");
            assertThat(stored.err()).isEmpty();
            assertThat(SnapshotPlanTest.stored("--snapshot=" + file, "--output=markdown").out())
                    .startsWith("### Plan of the service");
        } finally {
            ProxySelector.setDefault(before);
        }
        assertThat(servers.asked).as("what earlier tests left running may ask servers of this machine")
                .noneMatch(uri -> uri.getPort() == azure || !LOOPBACK.contains(uri.getHost()));
    }

    /** Knows of no proxy, and remembers which servers it was consulted about. */
    private static final class AskedServers extends ProxySelector {
        private final List<URI> asked = new CopyOnWriteArrayList<>();

        @Override
        public List<Proxy> select(URI uri) {
            asked.add(uri);
            return List.of(Proxy.NO_PROXY);
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {
            asked.add(uri);
        }
    }
}
