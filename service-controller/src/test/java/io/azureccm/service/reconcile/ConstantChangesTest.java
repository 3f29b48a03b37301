package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Service that never stops changing, and faster than Azure answers, holds up no other one. */
class ConstantChangesTest {
    private static final Duration BETWEEN_CHANGES = Duration.ofMillis(50);

    private static final String EXCLUDED = "node.kubernetes.io/exclude-from-external-load-balancers";

    private int changes;

    /** Without a cache, everything is read for each plan. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void newServiceIsServedBesideOneThatChangesAllTheTime(boolean withoutCache) {
        World world = new World(0).with("disableAPICallCache", Boolean.toString(withoutCache));
        VirtualCluster cluster = new VirtualCluster(world, DrainPolicy.NONE);
        cluster.join(0);
        cluster.make("restless", 80);
        cluster.begin().loop.advance(Duration.ofSeconds(30));
        cluster.arm.duringLists(() -> change(cluster));
        cluster.make("web", 443);
        Instant end = cluster.loop.clock().instant().plusSeconds(15);
        while (cluster.loop.clock().instant().isBefore(end)) {
            cluster.loop.turn();
            if (cluster.loop.runOperations() == 0)
                change(cluster);
        }

        assertThat(changes).isGreaterThan(200);
        assertThat(cluster.written).contains("web [20.0.0.6]");
    }

    private void change(VirtualCluster cluster) {
        cluster.loop.clock().advance(BETWEEN_CHANGES);
        cluster.replace(Services.named("restless").port("TCP", 1_000 + changes++));
    }

    @Test
    void nodeThatTakesTrafficAgainInATurnThatWritesIsNoticed() {
        VirtualCluster cluster = new VirtualCluster();
        cluster.join(0);
        cluster.change(0, node -> node.editMetadata().addToLabels(EXCLUDED, "").endMetadata());
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        assertThat(withoutNodes(cluster)).hasSize(1);

        cluster.replace(Services.named("web").port("TCP", 81));
        cluster.loop.turn();
        cluster.loop.clock().advance(Duration.ofSeconds(4));
        cluster.loop.turn();
        assertThat(cluster.loop.waiting()).as("a read").isOne();
        cluster.loop.runOperations();
        cluster.change(0, node -> node.editMetadata().removeFromLabels(EXCLUDED).endMetadata());
        cluster.loop.turn();
        assertThat(cluster.loop.known().memory().writes().underWay()).containsKey(VirtualCluster.BALANCER);
        assertThat(withoutNodes(cluster)).isEmpty();
    }

    @Test
    void onlyTheLatestNoticesOfAServiceThatChangesWhileAWriteIsInProgressAreKept() {
        VirtualCluster cluster = new VirtualCluster();
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.replace(Services.named("web").port("TCP", 81));
        cluster.loop.turn();
        cluster.loop.clock().advance(Duration.ofSeconds(4));
        cluster.loop.turn();
        cluster.loop.runOperations();
        cluster.loop.turn();
        assertThat(cluster.loop.known().memory().writes().underWay()).containsKey(VirtualCluster.BALANCER);

        for (int i = 1; i <= 200; i++) {
            cluster.replace(Services.named("web").port("TCP", 81).annotation("azure-nonsense-" + i, ""));
            cluster.loop.clock().advance(BETWEEN_CHANGES);
            cluster.loop.turn();
        }
        assertThat(cluster.loop.known().memory().reported().notices().pending().get(Services.uid("web")))
                .hasSize(ProgressReports.MAX_PENDING)
                .last()
                .satisfies(notice -> assertThat(notice.message()).contains("azure-nonsense-200"));
    }

    private static Set<String> withoutNodes(VirtualCluster cluster) {
        return cluster.loop.known().memory().reported().events().withoutNodes();
    }
}
