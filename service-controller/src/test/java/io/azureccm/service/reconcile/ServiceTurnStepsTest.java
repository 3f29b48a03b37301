package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.reconcile.turn.TurnPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a turn decides to do, as values: nothing happens by deciding it. */
class ServiceTurnStepsTest {
    private static final Lanes FREE = lane -> false;

    private final VirtualCluster cluster = new VirtualCluster();

    @Test
    void sameStateHasTheSameEffectsAndDecidingDoesNothing() {
        begin();
        List<ServiceEffect> writes = new ArrayList<>();
        for (int turn = 0; turn < 20; turn++) {
            int calls = cluster.arm.log().size();
            int written = cluster.written.size();
            List<ServiceEffect> effects = effects(FREE);
            assertThat(effects(FREE)).isEqualTo(effects);
            assertThat(cluster.arm.log()).hasSize(calls);
            assertThat(cluster.written).hasSize(written);
            effects.stream().filter(ServiceEffect.WriteAzure.class::isInstance).forEach(writes::add);
            cluster.loop.turn();
            cluster.loop.runOperations();
        }
        assertThat(writes).as("the turns had something to decide").isNotEmpty();
    }

    @Test
    void noOperationStartsInABusyLane() {
        begin();
        assertThat(effects(FREE)).anyMatch(effect -> effect.lane().isPresent());
        assertThat(effects(lane -> true)).noneMatch(effect -> effect.lane().isPresent());
    }

    @Test
    void whatIsHeldForWritesIsReleasedWhenNothingIsToBeReadOrWritten() {
        begin();
        assertThat(effects(FREE)).doesNotContain(new ServiceEffect.NothingToWrite());
        cluster.loop.advance(Duration.ofSeconds(5));
        assertThat(effects(FREE)).contains(new ServiceEffect.NothingToWrite(),
                new ServiceEffect.YieldCalls(CallPriority.BACKGROUND));
    }

    @Test
    void reportsAreEffectsAndLeaveTheState() {
        begin();
        cluster.loop.turn();
        KnownState known = cluster.loop.known();
        assertThat(known.reports()).isEmpty();
        assertThat(effects(FREE)).last().isInstanceOf(ServiceEffect.Show.class);
    }

    /** Otherwise the first Services that come would be written one by one. */
    @Test
    void changesAreCollectedAnewAfterATimeWithoutServices() {
        cluster.join(0);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.join(1);
        cluster.loop.advance(Duration.ofHours(1));

        assertThat(cluster.loop.known().requests().window()).isEmpty();
    }

    private void begin() {
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin();
    }

    /** What the next turn wants done if these lanes are busy. */
    private List<ServiceEffect> effects(Lanes lanes) {
        Instant now = cluster.loop.clock().instant();
        KnownState known = cluster.steps()
                .update(cluster.loop.known(), List.of(new ServiceEvent.ClusterSeen(cluster.watched())), now);
        TurnPlan plan = cluster.steps().plan(known, lanes, now);
        return cluster.steps().decide(known, plan, lanes, now).effects();
    }
}
