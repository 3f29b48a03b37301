package io.azureccm.common.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeaderCandidateTest extends LeaderCandidateFixture {
    @Test
    void theFirstTakesTheLeaseAndWritesWhatOthersNeedToKnow() {
        step(a);
        assertThat(a.term()).isEqualTo(1);
        assertThat(a.refusal()).isEmpty();
        Instant now = Instant.parse("2026-11-21T10:00:00Z");
        assertThat(store.record()).isEqualTo(new LeaseRecord("a", 15, now, now, 0));
        advance(2);
        step(a);
        assertThat(a.term()).isEqualTo(1);
        assertThat(store.record()).isEqualTo(new LeaseRecord("a", 15, now, now.plusSeconds(2), 0));
    }

    @Test
    void aLeaseOfPartsOfASecondIsNotTakenBeforeItsLeaderStopsWriting() {
        LeaderCandidate leader = candidate("leader", Duration.ofMillis(10_900), Duration.ofMillis(10_500));
        LeaderCandidate next = candidate("next", Duration.ofMillis(10_900), Duration.ofMillis(10_500));
        step(leader);
        step(next);
        time.advance(Duration.ofMillis(10_400));
        step(next);
        assertThat(leader.refusal()).isEmpty();
        assertThat(next.isLeader()).isFalse();
        time.advance(Duration.ofMillis(600));
        step(next);
        assertThat(leader.refusal()).isPresent();
        assertThat(next.isLeader()).isTrue();
    }

    @Test
    void aCandidateThatIsToldWhenTheLeaseWasLastRenewedNeedNotWaitForItsWholeDurationAgain() {
        step(a);
        step(b);
        LeaseObservation seen = LeaseObservation
                .parse(b.observation().orElseThrow().text(), () -> Long.MAX_VALUE)
                .orElseThrow();
        advance(10);
        LeaderCandidate told = candidate("told", store.way(), Duration.ZERO);
        told.know(seen);
        LeaderCandidate untold = candidate("untold", store.way(), Duration.ZERO);
        step(told);
        step(untold);
        assertThat(told.isLeader()).isFalse();
        advance(5);
        step(untold);
        assertThat(untold.isLeader()).isFalse();
        step(told);
        assertThat(told.isLeader()).isTrue();
    }

    @Test
    void anObservationOfALeaseThatWasRenewedMeanwhileMeansNothing() {
        step(a);
        step(b);
        LeaseObservation seen = b.observation().orElseThrow();
        advance(8);
        step(a);
        LeaderCandidate told = candidate("told", store.way(), Duration.ZERO);
        told.know(seen);
        step(told);
        advance(10);
        step(told);
        assertThat(told.isLeader()).isFalse();
    }

    @Test
    void anObservationOfTheFutureOrAnUnreadableOneIsNone() {
        step(a);
        step(b);
        LeaseObservation seen = b.observation().orElseThrow();
        assertThat(LeaseObservation.parse(seen.text(), () -> seen.since() - 1)).isEmpty();
        assertThat(LeaseObservation.parse(seen.text(), seen::since)).contains(seen);
        assertThat(LeaseObservation.parse("{", seen::since)).isEmpty();
        assertThat(LeaseObservation.parse(null, seen::since)).isEmpty();
    }

    @Test
    void renewingCostsOneRequest() {
        step(a);
        int before = wayOfA.requests;
        advance(2);
        step(a);
        assertThat(wayOfA.requests - before).isEqualTo(1);
    }

    @Test
    void aRenewalOfALeaseThatSomebodyHasChangedIsSlowAndCountedOnce() {
        step(a);
        step(b);
        advance(2);
        step(a);
        assertThat(a.slowRenewals()).isZero();

        store.change(store.record());
        advance(2);
        step(a);
        step(a);

        assertThat(a.isLeader()).isTrue();
        assertThat(a.slowRenewals()).isOne();
        assertThat(b.slowRenewals()).isZero();
    }

    @Test
    void aLeaderThatFindsAnotherHolderHasRenewedNothing() {
        step(a);
        store.change(new LeaseRecord("b", 15, Instant.EPOCH, Instant.EPOCH, 1));
        advance(2);
        step(a);

        assertThat(a.refusal()).contains("not the leader: lease kube-system/app is held by b");
        assertThat(a.slowRenewals()).isZero();
    }

    @Test
    void whileTheLeaderRenewsNobodyElseLeads() {
        step(a);
        for (int i = 0; i < 60; i++) {
            advance(2);
            step(b);
            step(a);
            assertThat(a.isLeader()).isTrue();
            assertThat(b.isLeader()).isFalse();
        }
        assertThat(b.refusal()).contains("not the leader: lease kube-system/app is held by a");
    }

    @Test
    void afterTheLeaderVanishedAnotherLeadsWhenTheLeaseHasRunOut() {
        step(a);
        advance(2);
        step(b);
        time.advance(Duration.ofSeconds(15).minus(TICK));
        step(b);
        assertThat(b.isLeader()).isFalse();
        time.advance(TICK);
        step(b);
        assertThat(b.isLeader()).isTrue();
        assertThat(store.record()).extracting(LeaseRecord::holder, LeaseRecord::transitions).containsExactly("b", 1);
    }

    @Test
    void aReleasedLeaseIsTakenAtOnce() {
        step(a);
        step(b);
        a.resign();
        assertThat(a.isLeader()).isFalse();
        assertThat(a.release()).isTrue();
        step(b);
        assertThat(b.isLeader()).isTrue();
        assertThat(a.release()).isFalse();
        assertThat(store.record().holder()).isEqualTo("b");
    }

    @Test
    void aRenewalThatOutlastsTheReleaseDoesNotTakeTheLeaseBack() {
        step(a);
        store.change(store.record());
        wayOfA.afterWrite = () -> {
            wayOfA.afterWrite = () -> {};
            a.resign();
            assertThat(a.release()).isTrue();
        };
        step(a);
        assertThat(store.record().holder()).isEmpty();
    }

    @Test
    void whoResignedNeverLeadsAgain() {
        step(a);
        a.resign();
        step(a);
        assertThat(a.isLeader()).isFalse();
    }

    @Test
    void aLeaseWithoutADurationIsRespectedForOurs() {
        store.way().create(new LeaseRecord("foreign", 0, Instant.EPOCH, Instant.EPOCH, 4));
        step(a);
        assertThat(a.isLeader()).isFalse();
        advance(15);
        step(a);
        assertThat(a.isLeader()).isTrue();
        assertThat(store.record().transitions()).isEqualTo(5);
    }

    @Test
    void anApiThatIsAwayForLessThanTheDeadlineCostsNothing() {
        step(a);
        wayOfA.down = true;
        advance(9);
        assertThatThrownBy(a::queryStore).hasMessage("connection refused");
        assertThat(a.term()).isEqualTo(1);
        wayOfA.down = false;
        step(a);
        advance(9);
        assertThat(a.term()).isEqualTo(1);
    }
}
