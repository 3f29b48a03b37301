package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.exec.FakeArm;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Plans use what readings of the route table find, in virtual time: removals by others, and when a reading is due. */
class RouteReadingTest {
    private final VirtualCluster cluster = new VirtualCluster().withTable();

    @Test
    void noNodeIsReportedAsConnectedFromATableThatMayBeOlderThanALostWrite() {
        cluster.join(1);
        cluster.begin().loop.settle();
        cluster.arm.fails("PUT", cluster.table, FakeArm.failure(ArmException.Kind.UNKNOWN, "Lost"));
        cluster.leave(1);
        cluster.loop.advance(Duration.ofMillis(1100));
        cluster.join(1);

        cluster.loop.advance(Duration.ofSeconds(14));
        assertThat(cluster.conditions).containsExactly("n1 true");
        cluster.loop.advance(Duration.ofSeconds(2));

        assertThat(cluster.conditions).as("a reading would show the write by now")
                .containsExactly("n1 true", "n1 true");
    }

    @Test
    void noNodeIsReportedAsConnectedFromAReadingThatWasTooEarlyToShowALostWrite() {
        cluster.join(1);
        cluster.begin().loop.settle();
        cluster.arm.fails("PUT", cluster.table, FakeArm.failure(ArmException.Kind.UNKNOWN, "Lost"));
        cluster.leave(1);
        cluster.loop.advance(Duration.ofMillis(1100));
        cluster.join(1);
        cluster.loop.advance(Duration.ofSeconds(14));
        cluster.withTable();
        cluster.loop.advance(Duration.ofSeconds(2));

        assertThat(cluster.routes()).as("Azure has carried out the write after the reading")
                .containsExactly("n1____102441024");
        assertThat(cluster.conditions).containsExactly("n1 true", "n1 true");
    }

    @Test
    void anHourInWhichNothingHappensCostsOneReadPerTimeToLive() {
        cluster.join(1);
        cluster.begin().loop.settle();
        long before = cluster.reads();

        cluster.loop.advance(Duration.ofHours(1));

        assertThat(cluster.reads() - before).isBetween(25L, Duration.ofHours(1).dividedBy(VirtualCluster.TTL));
        assertThat(cluster.writes()).isOne();
        assertThat(cluster.conditions).hasSize(1);
    }

    @Test
    void whatSomebodyElseTookAwayComesBackWithTheNextReading() {
        cluster.join(1);
        cluster.begin().loop.settle();
        cluster.withTable();

        cluster.loop.advance(VirtualCluster.TTL.plusSeconds(10));

        assertThat(cluster.routes()).containsExactly("n1____102441024");
    }

    @Test
    void whatSomebodyElseTookAwayIsDriftOnceHoweverOftenItIsTriedAndIsToldWhenItIsPutBack() {
        cluster.join(1);
        cluster.begin().loop.settle();
        cluster.withTable();
        refuse(3, ArmException.Kind.FORBIDDEN);

        cluster.loop.advance(VirtualCluster.TTL.plusSeconds(30));

        assertThat(cluster.routes()).containsExactly("n1____102441024");
        assertThat(cluster.drift).isOne();
        assertThat(cluster.events()).filteredOn(event -> event.endsWith("AzureDrift"))
                .containsExactly("n1 AzureDrift", "n1 AzureDrift");
    }

    @Test
    void aReadingIsPlannedWithThoughNoAgeIsAllowedAndItTookLonger() {
        cluster.ttl = Duration.ZERO;
        cluster.join(1);
        cluster.begin().loop.turn();
        cluster.loop.runOperations();
        cluster.loop.clock().advance(Duration.ofMillis(500));
        cluster.loop.settle();

        assertThat(cluster.routes()).hasSize(1);
        assertThat(cluster.reads()).isLessThan(5);
    }

    @Test
    void ownRoutesAreNoDrift() {
        cluster.begin().loop.settle();
        for (int i = 1; i <= 5; i++) {
            cluster.join(i);
            cluster.loop.advance(Duration.ofSeconds(3));
        }
        cluster.leave(3);
        cluster.loop.advance(Duration.ofMinutes(10));

        assertThat(cluster.drift).isZero();
    }

    private void refuse(int times, ArmException.Kind kind) {
        for (int i = 0; i < times; i++)
            cluster.arm.fails("PUT", cluster.table, FakeArm.failure(kind, "No"));

    }
}
