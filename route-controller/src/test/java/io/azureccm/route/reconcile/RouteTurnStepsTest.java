package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.RouteConfig;
import io.azureccm.common.reconcile.turn.Lanes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a turn decides to do, as values: nothing happens by deciding it. */
class RouteTurnStepsTest {
    private static final Lanes FREE = lane -> false;

    private final VirtualCluster cluster = new VirtualCluster().withTable();

    @Test
    void sameStateHasTheSameEffectsAndDecidingDoesNothing() {
        cluster.join(1);
        cluster.begin();
        boolean writes = false;
        for (int turn = 0; turn < 10; turn++) {
            long calls = cluster.reads() + cluster.writes();
            List<RouteEffect> effects = effects(FREE);
            assertThat(effects(FREE)).isEqualTo(effects);
            assertThat(cluster.reads() + cluster.writes()).isEqualTo(calls);
            writes |= effects.stream().anyMatch(RouteEffect.WriteTable.class::isInstance);
            cluster.loop.turn();
            cluster.loop.runOperations();
            cluster.loop.advance(Duration.ofMillis(300));
            cluster.join(turn + 2);
        }
        assertThat(writes).as("a table was to be written").isTrue();
    }

    @Test
    void noOperationStartsInABusyLane() {
        cluster.join(1);
        cluster.begin();
        assertThat(effects(FREE)).anyMatch(effect -> effect.lane().isPresent());
        assertThat(effects(lane -> true)).noneMatch(effect -> effect.lane().isPresent());
    }

    @ParameterizedTest
    @CsvSource({"PT5S,PT1S", "PT30S,PT1S", "PT0.5S,PT0.5S"})
    void windowOfTheConfigBoundsBothWaits(Duration interval, Duration idle) {
        RouteTiming timing = RouteTiming.of(new RouteConfig(interval, Duration.ZERO), Duration.ofSeconds(10));

        assertThat(timing.maxAge()).isEqualTo(interval);
        assertThat(timing.idleWindow()).isEqualTo(idle);
    }

    /** What the next turn wants done if these lanes are busy. */
    private List<RouteEffect> effects(Lanes lanes) {
        Instant now = cluster.loop.clock().instant();
        KnownState known = cluster.steps().update(cluster.loop.known(), cluster.observed(now), now);
        TurnPlan plan = cluster.steps().plan(known, lanes, now);
        return cluster.steps().decide(known, plan, lanes, now).effects();
    }
}
