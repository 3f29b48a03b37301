package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.observed.MachineAddresses;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A node changes while its machine is looked up, perhaps because another machine has its name now. */
class MachineOfChangedNodeTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final StateUpdater updater = new StateUpdater(Duration.ZERO, VirtualCluster.settling(Duration.ZERO));

    @Test
    void addressesThatWereLookedUpBeforeAreNotItsOwn() {
        KnownState asking = KnownState.NOTHING.with(KnownState.NOTHING.progress().withNodes())
                .with(KnownState.NOTHING.machines().awaitedSince(NOW));
        KnownState changed = update(asking, new RouteEvent.NodeChanged("n1"));
        KnownState answered = update(changed, read("10.240.0.1"));

        assertThat(answered.machines().addresses()).containsOnlyKeys("n2");
        assertThat(update(answered, read("10.240.0.9")).machines().addresses()).containsOnlyKeys("n1", "n2");
    }

    @Test
    void writesDoNotWaitAgainAndAgainForANodeThatChangesDuringEachLookUp() {
        KnownState.Machines machines = KnownState.NOTHING.machines();
        Instant now = NOW;
        for (int i = 0; i < 20; i++, now = now.plusSeconds(2)) {
            machines = machines.awaitedSince(now);
            assertThat(machines.awaited()).contains(NOW);
            machines = machines.without(Set.of("n1")).found(Map.of(), now.plusSeconds(1));
        }
        machines = machines.awaitedSince(now).found(Map.of(), now.plusSeconds(1));
        assertThat(machines.awaitedSince(now.plusSeconds(2)).awaited()).contains(now.plusSeconds(2));
    }

    @Test
    void writesWaitForTheNextLookUpThoughTheNodeThatChangedDuringTheLastOneNeedsNone() {
        VirtualCluster cluster = new VirtualCluster().withTable();
        cluster.begin().loop.settle();
        joinWithoutAddress(cluster, 1);
        cluster.loop.turn();
        cluster.change(1, node -> node.editStatus().addNewAddress("10.240.0.1", "InternalIP").endStatus());
        cluster.loop.turn();
        cluster.loop.advance(Duration.ofSeconds(20));
        assertThat(cluster.routes()).containsExactly("n1____102441024");

        cluster.join(2);
        cluster.loop.turn();
        assertThat(cluster.loop.known().machines().changed()).as("nothing is looked up").isEmpty();
        joinWithoutAddress(cluster, 3);
        for (int i = 0; i < 3; i++) {
            cluster.loop.turn();
            assertThat(cluster.loop.last().isReady()).as("n3 is looked up").isFalse();
            // Its conditions are written meanwhile.
            while (cluster.loop.waiting() > 1)
                cluster.loop.runOperation(1);
            cluster.loop.clock().advance(Duration.ofSeconds(1));
        }
    }

    private static void joinWithoutAddress(VirtualCluster cluster, int number) {
        cluster.join(number, node -> node.editSpec()
                .withPodCIDRs("10.244." + number + ".0/24")
                .withProviderID("azure:///subscriptions/sub/resourceGroups/k8s/providers/Microsoft.Compute"
                        + "/virtualMachines/n" + number)
                .endSpec()
                .withNewStatus()
                .endStatus());
    }

    private KnownState update(KnownState known, RouteEvent event) {
        return updater.update(known, List.of(event, new RouteEvent.ClusterSeen(NodeIndex.Seen.NOTHING)), NOW);
    }

    private static RouteEvent read(String address) {
        MachineAddresses addresses = new MachineAddresses(List.of(address), "");
        return new RouteEvent.MachinesRead(Map.of("n1", addresses, "n2", addresses));
    }
}
