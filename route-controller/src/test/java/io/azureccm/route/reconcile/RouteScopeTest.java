package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.exec.FakeArm;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RouteScopeTest {
    private final VirtualCluster cluster = new VirtualCluster().withTable();

    @Test
    void aNodeThatJoinsHasItsRouteAndItsConditionOnceTheWindowCloses() {
        cluster.begin().loop.settle();
        cluster.join(1);

        cluster.loop.advance(Duration.ofMillis(900));
        assertThat(cluster.writes()).isZero();
        cluster.loop.advance(Duration.ofMillis(200));

        assertThat(cluster.routes()).containsExactly("n1____102441024");
        assertThat(cluster.conditions).containsExactly("n1 true");
        assertThat(cluster.reads()).isOne();
    }

    @Test
    void nodesThatAreThereWhenItBeginsToLeadAreServedWithoutAWindow() {
        cluster.join(1);
        cluster.join(2);

        cluster.begin().loop.settle();

        assertThat(cluster.routes()).hasSize(2);
        assertThat(cluster.conditions).containsExactlyInAnyOrder("n1 true", "n2 true");
        assertThat(cluster.writes()).isOne();
    }

    @Test
    void aBurstIsOneWriteAndTheFirstOfItWaitsNoLongerThanTheWindow() {
        cluster.begin().loop.settle();
        for (int i = 1; i <= 60; i++) {
            cluster.join(i);
            cluster.loop.advance(Duration.ofMillis(100));
        }

        assertThat(cluster.writes()).isOne();
        assertThat(cluster.routes()).hasSizeBetween(49, 51);
        cluster.loop.advance(Duration.ofSeconds(2));
        assertThat(cluster.routes()).hasSize(60);
        assertThat(cluster.writes()).isEqualTo(2);
    }

    @Test
    void whoJoinsDuringAWriteIsInTheNextOneAndTheFirstHearsBeforeThat() {
        cluster.join(1);
        cluster.begin().loop.turn();
        cluster.loop.runOperations();
        cluster.loop.turn();
        assertThat(cluster.loop.waiting()).as("the write of the table").isOne();
        cluster.join(2);
        cluster.loop.turn();
        cluster.loop.clock().advance(Duration.ofSeconds(2));
        cluster.loop.turn();
        assertThat(cluster.loop.waiting()).as("no second write beside it").isOne();

        cluster.loop.runOperations();
        cluster.loop.turn();
        cluster.loop.runOperations();
        assertThat(cluster.conditions).containsExactly("n1 true");
        assertThat(cluster.writes()).isOne();
        cluster.loop.settle();
        assertThat(cluster.routes()).hasSize(2);
    }

    @Test
    void aNodeThatLeavesTakesItsRouteWithIt() {
        cluster.join(1);
        cluster.join(2);
        cluster.begin().loop.settle();
        cluster.leave(1);

        cluster.loop.advance(Duration.ofSeconds(2));

        assertThat(cluster.routes()).containsExactly("n2____102442024");
    }

    @Test
    void aRefusedWriteIsReportedOncePerTryAndOtherNodesAreStillReportedAsConnected() {
        cluster.join(1);
        cluster.begin().loop.settle();
        refuse(3, ArmException.Kind.FORBIDDEN);
        cluster.join(2);

        cluster.loop.advance(Duration.ofMillis(3900));
        assertThat(cluster.conditions).containsExactly("n1 true", "n2 false");
        assertThat(cluster.writes()).as("at 1, 2 and 4 seconds, after the first").isEqualTo(3);
        cluster.loop.advance(Duration.ofSeconds(20));

        assertThat(cluster.conditions).containsExactly("n1 true", "n2 false", "n2 true");
        assertThat(cluster.events()).filteredOn(event -> !event.startsWith("again"))
                .allMatch(event -> event.equals("n2 FailedToCreateRoute"));
    }

    @Test
    void aConflictIsReadAndWrittenAgainAndNobodyHearsOfIt() {
        cluster.join(1);
        refuse(1, ArmException.Kind.CONFLICT);

        cluster.begin().loop.advance(Duration.ofSeconds(1));

        assertThat(cluster.conditions).containsExactly("n1 true");
        assertThat(List.of(cluster.reads(), cluster.writes())).containsExactly(2L, 2L);
        assertThat(cluster.events()).isEmpty();
    }

    @Test
    void aWriteWhoseReplyIsLostIsReadAndNotSentAgain() {
        cluster.join(1);
        cluster.arm.failsAfterwards("PUT", cluster.table, FakeArm.failure(ArmException.Kind.UNKNOWN, "Lost"));

        cluster.begin().loop.advance(Duration.ofSeconds(5));

        assertThat(cluster.conditions).containsExactly("n1 true");
        assertThat(cluster.writes()).isOne();
        assertThat(cluster.events()).isEmpty();
    }

    @Test
    void aWriteThatWasCarriedOutThoughItsAnswerWasLostIsCorrectedBeforeANodeIsReportedAsConnected() {
        cluster.join(1);
        cluster.begin().loop.settle();
        cluster.arm.failsAfterwards("PUT", cluster.table, FakeArm.failure(ArmException.Kind.UNKNOWN, "Lost"));
        cluster.leave(1);
        cluster.loop.advance(Duration.ofMillis(1100));
        cluster.join(1);

        cluster.loop.advance(Duration.ofSeconds(4));

        assertThat(cluster.routes()).hasSize(1);
        assertThat(cluster.conditions).containsExactly("n1 true", "n1 true");
        assertThat(cluster.writes()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(value = ArmException.Kind.class, names = {"FORBIDDEN", "UNKNOWN", "REJECTED", "THROTTLED"})
    void aTableThatCannotBeReadIsReadAgainAndNothingIsToldMeanwhile(ArmException.Kind kind) {
        cluster.join(1);
        for (int i = 0; i < 3; i++)
            cluster.arm.fails("GET", cluster.table, FakeArm.failure(kind, "No"));

        cluster.begin().loop.advance(Duration.ofMillis(6900));
        assertThat(cluster.conditions).isEmpty();
        assertThat(cluster.writes()).isZero();
        cluster.loop.advance(Duration.ofSeconds(1));

        assertThat(cluster.conditions).containsExactly("n1 true");
        assertThat(cluster.events()).isEmpty();
    }

    @Test
    void nodeIsReportedAsConnectedAfterTheTimeThatARouteIsGivenToTakeEffect() {
        cluster.join(1);
        cluster.begin(VirtualCluster.settling(Duration.ofSeconds(30)), false).loop.advance(Duration.ofSeconds(29));
        assertThat(cluster.routes()).hasSize(1);
        assertThat(cluster.conditions).isEmpty();

        cluster.loop.advance(Duration.ofSeconds(2));

        assertThat(cluster.conditions).containsExactly("n1 true");
    }

    @Test
    void aConditionThatTheApiDoesNotTakeIsWrittenAgainAndKeepsNoRouteWaiting() {
        cluster.join(1);
        cluster.refuseConditions(new IllegalStateException("409"));
        cluster.begin().loop.settle();
        cluster.join(2);
        cluster.loop.advance(Duration.ofSeconds(4));
        assertThat(cluster.routes()).hasSize(2);
        assertThat(cluster.conditions).isEmpty();

        cluster.refuseConditions(null);
        cluster.loop.advance(Duration.ofMinutes(1));

        assertThat(cluster.conditions).containsExactlyInAnyOrder("n1 true", "n2 true");
    }

    @Test
    void aConditionThatTheWatchDoesNotShowYetIsNotWrittenTwice() {
        cluster.showNoConditions();
        cluster.join(1);

        cluster.begin().loop.advance(Duration.ofSeconds(9));
        assertThat(cluster.conditions).containsExactly("n1 true");
        cluster.loop.advance(Duration.ofSeconds(15));

        assertThat(cluster.conditions).as("taken to be lost after ten seconds").hasSizeBetween(2, 3);
    }

    @Test
    void aDryRunPrintsAPlanOnceAndWritesNothing() {
        cluster.join(1);
        cluster.begin(VirtualCluster.settling(Duration.ZERO), true).loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.writes()).isZero();
        assertThat(cluster.conditions).isEmpty();
        assertThat(cluster.printed()).containsOnlyOnce("+ route  n1____102441024");
        cluster.join(2);
        cluster.loop.advance(Duration.ofSeconds(2));
        assertThat(cluster.printed()).contains("+ route  n2____102442024");
    }

    @Test
    void aNodeThatJoinsMakesAWriteDueThatAzureHadRefused() {
        cluster.join(1);
        refuse(6, ArmException.Kind.FORBIDDEN);
        cluster.begin().loop.advance(Duration.ofSeconds(40));
        assertThat(cluster.writes()).as("at 0, 1, 3, 7, 15 and 31 seconds").isEqualTo(6);

        cluster.join(2);
        cluster.loop.advance(Duration.ofSeconds(2));

        assertThat(cluster.routes()).hasSize(2);
        assertThat(cluster.conditions).startsWith("n1 false")
                .containsExactlyInAnyOrder("n1 false", "n1 true", "n2 true");
    }

    @Test
    void aNewLeaderCountsAllNodesAsChangedAndIsSyncedOnceAllIsInPlace() {
        cluster.join(1);
        cluster.join(2);

        cluster.begin().loop.settle();

        assertThat(cluster.printed()).contains("nodes=2 changed / 2 known",
                "> node n1  NetworkUnavailable=False   RouteCreated");
        assertThat(cluster.syncs).as("the write, and nothing more while nothing changes")
                .containsExactly("NODE_CHANGE CHANGED");
        cluster.loop.advance(VirtualCluster.TTL.plusSeconds(10));
        assertThat(cluster.syncs).as("compared with a new reading").last().isEqualTo("PERIODIC NOOP");
        assertThat(cluster.syncs).hasSize(2);
    }

    private void refuse(int times, ArmException.Kind kind) {
        for (int i = 0; i < times; i++)
            cluster.arm.fails("PUT", cluster.table, FakeArm.failure(kind, "No"));

    }
}
