package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.reconcile.turn.TurnPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes whose end, or beginning, the known state has not heard of. */
class LostWriteTest {
    private final VirtualCluster cluster = new VirtualCluster();

    @BeforeEach
    void aLoadBalancerIsBeingWritten() {
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin();
        for (int i = 0; i < 50 && !underWay().containsKey(VirtualCluster.BALANCER); i++) {
            cluster.loop.runOperations();
            cluster.loop.clock().advance(Duration.ofMillis(200));
            cluster.loop.turn();
        }
        assertThat(underWay()).containsKey(VirtualCluster.BALANCER);
    }

    @Test
    void writeThatEndedWithoutAnEventIsSentAgain() {
        Instant now = cluster.loop.clock().instant();
        KnownState known = cluster.steps()
                .update(cluster.loop.known(), List.of(new ServiceEvent.ClusterSeen(cluster.watched())), now);

        TurnPlan plan = cluster.steps().plan(known, lane -> false, now);

        assertThat(cluster.steps().decide(known, plan, lane -> false, now).effects())
                .filteredOn(ServiceEffect.WriteAzure.class::isInstance)
                .extracting(effect -> ((ServiceEffect.WriteAzure) effect).operation().target())
                .contains(VirtualCluster.BALANCER);
    }

    @Test
    void writeInFlightIsKnownWhenTheLoopStartsOver() {
        cluster.loop.turns().begin();
        for (int i = 0; i < 10; i++) {
            cluster.loop.turn();
            assertThat(underWay()).containsKey(VirtualCluster.BALANCER);
            if (cluster.loop.waiting() > 1)
                cluster.loop.runOperation(cluster.loop.waiting() - 1);
        }
        cluster.loop.advance(Duration.ofSeconds(5));

        assertThat(underWay()).isEmpty();
        assertThat(cluster.written).contains("web [20.0.0.5]");
    }

    @Test
    void writeThatEndedBeforeTheLoopStartsOverIsNotUnderWay() {
        cluster.loop.runOperations();
        cluster.loop.turns().begin();
        cluster.loop.turn();

        assertThat(underWay()).isEmpty();
    }

    private Map<ArmId, Operation> underWay() {
        return cluster.loop.known().memory().writes().underWay();
    }
}
