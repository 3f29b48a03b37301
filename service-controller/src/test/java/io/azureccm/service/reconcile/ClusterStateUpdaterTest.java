package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What follows from what the watches show. */
class ClusterStateUpdaterTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final VirtualCluster cluster = new VirtualCluster();

    @Test
    void clusterFollowsFromWhatTheWatchesShowAndFromTheMemory() {
        KnownState known = served();
        assertThat(known.cluster().clusterState().services()).hasSize(2);
        KnownState.Cluster again = updater().shown(known, known.cluster().watched());
        assertThat(again).isEqualTo(known.cluster());
    }

    @Test
    void turnInWhichNothingHasHappenedLeavesTheMemoryAsItIs() {
        KnownState known = served();
        KnownState after = updater().update(known, known.cluster().watched(), cluster.loop.clock().instant());
        assertThat(after.memory()).isEqualTo(known.memory());
        assertThat(after.cluster()).isEqualTo(known.cluster());
    }

    @Test
    void nothingIsRememberedOfServicesThatAreGone() {
        KnownState known = served();
        Memory memory = updater().update(known, WatchedCluster.NOTHING, cluster.loop.clock().instant()).memory();
        assertThat(memory.results()).isEmpty();
        assertThat(memory.seen().finalized()).isEmpty();
        assertThat(memory.reported().statuses().written()).isEmpty();
    }

    /** A type that was changed for a moment, for example, lets the removal of the finalizer be the last that happens. */
    @Test
    void finalizerThatWasTakenAwayIsPutBackByTheLeaderThatHasAddedIt() {
        served();
        cluster.withoutFinalizer("web");
        cluster.loop.advance(Duration.ofMinutes(10));
        assertThat(cluster.written).filteredOn("web finalizer"::equals).hasSize(2);
        assertThat(cluster.written).filteredOn("api finalizer"::equals).hasSize(1);
    }

    @Test
    void firstTurnOfALeaderTakesAllServicesAsChangedAndLaterOnesDoNot() {
        KnownState known = served();
        WatchedCluster watched = known.cluster().watched();
        assertThat(ClusterStateUpdater.begun(KnownState.begin(NOW), watched, NOW).requests().changes())
                .containsExactlyInAnyOrderElementsOf(watched.objects().services().keySet());
        assertThat(ClusterStateUpdater.begun(known, watched, NOW)).isSameAs(known);
    }

    @Test
    void everythingIsReadAgainForAServiceThatAnotherControllerMayHaveLeft() {
        WatchedCluster all = served().cluster().watched();
        WatchedCluster ofClass = of(new LoadBalancerClass("example.com/azure"), all, 2);
        assertThat(ClusterStateUpdater.isTakenOver(of(ofClass.served(), all, 1), ofClass)).isTrue();
        assertThat(ClusterStateUpdater.isTakenOver(ofClass, of(ofClass.served(), all, 1))).as("one goes").isFalse();
        assertThat(ClusterStateUpdater.isTakenOver(of(all.served(), all, 1), all)).as("no other controller").isFalse();
    }

    /** With the first {@code count} Services only. */
    private static WatchedCluster of(LoadBalancerClass served, WatchedCluster all, int count) {
        return new WatchedCluster(all.objects(), served, all.services().subList(0, count), List.of(), all.nodes());
    }

    /** Two Services that are served, and one that left. */
    private KnownState served() {
        cluster.begin().join(0);
        cluster.make("web", 80);
        cluster.make("api", 81);
        cluster.make("old", 82);
        cluster.loop.advance(Duration.ofMinutes(1));
        cluster.delete("old");
        cluster.loop.advance(Duration.ofMinutes(1));
        return cluster.loop.known();
    }

    private ClusterStateUpdater updater() {
        return new ClusterStateUpdater(DrainPolicy.NONE, cluster.store.settle());
    }
}
