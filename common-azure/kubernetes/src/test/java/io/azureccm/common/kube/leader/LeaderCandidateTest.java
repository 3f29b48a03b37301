package io.azureccm.common.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LeaderCandidateTest {
    private static final Duration TICK = Duration.ofNanos(1);

    private final VirtualTime time = new VirtualTime();
    private final MemoryLeaseStore store = new MemoryLeaseStore();
    private final MemoryLeaseStore.Way wayOfA = store.way();
    private final LeaderCandidate a = candidate("a", wayOfA, Duration.ZERO);
    private final LeaderCandidate b = candidate("b", store.way(), Duration.ZERO);

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
    void theFenceClosesAtTheRenewDeadlineWhateverHangs() {
        step(a);
        time.advance(Duration.ofSeconds(10).minus(TICK));
        assertThat(a.refusal()).isEmpty();
        time.advance(TICK);
        assertThat(a.isLeader()).isFalse();
        assertThat(a.refusal()).contains("no longer the leader: lease kube-system/app was last renewed 10.0 s ago");
        assertThat(a.refusal(1)).isPresent();
    }

    @Test
    void aLeaderFrozenForLongerThanTheLeaseWritesNothingAfterwards() {
        step(a);
        step(b);
        advance(16);
        step(b);
        assertThat(b.isLeader()).isTrue();
        assertThat(a.refusal()).isPresent();
        step(a);
        assertThat(a.refusal()).contains("not the leader: lease kube-system/app is held by b");
    }

    @Test
    void aRenewalWhoseAnswerWasReadTooLateIsNone() {
        step(a);
        wayOfA.afterWrite = () -> advance(10);
        advance(2);
        step(a);
        assertThat(a.isLeader()).isFalse();
        assertThat(store.record().holder()).isEqualTo("a");
    }

    @Test
    void whatWasBegunInAnEarlierTermIsRefusedInALaterOne() {
        step(a);
        long begun = a.term();
        advance(11);
        step(a);
        assertThat(a.term()).isEqualTo(begun + 1);
        assertThat(a.refusal()).isEmpty();
        assertThat(a.refusal(begun)).contains("begun in term 1, which is over");
        assertThat(store.record().transitions()).isZero();
    }

    @Test
    void aPausedMachineWhoseMonotonicClockStoodStillIsNoLongerTheLeader() {
        AtomicReference<Instant> wall = new AtomicReference<>(Instant.parse("2026-11-21T10:00:00Z"));
        LeaderCandidate paused = new LeaderCandidate(store.way(), settings("paused"),
                new LeaderClock(() -> 0, wall::get));
        step(paused);
        wall.set(wall.get().plusSeconds(9));
        assertThat(paused.isLeader()).isTrue();
        wall.set(wall.get().plusSeconds(1));
        assertThat(paused.isLeader()).isFalse();
    }

    @Test
    void aWallClockSetBackDoesNotProlongATerm() {
        AtomicReference<Instant> wall = new AtomicReference<>(Instant.parse("2026-11-21T10:00:00Z"));
        LeaderClock clock = new LeaderClock(time.clock(Duration.ZERO).nanoTime(), wall::get);
        LeaderCandidate back = new LeaderCandidate(store.way(), settings("back"), clock);
        step(back);
        wall.set(wall.get().minusSeconds(3600));
        advance(10);
        assertThat(back.isLeader()).isFalse();
    }

    @Test
    void skewedClocksNeitherStealNorKeepALease() {
        for (Duration skew : List.of(Duration.ofHours(-5), Duration.ofHours(5))) {
            MemoryLeaseStore shared = new MemoryLeaseStore();
            LeaderCandidate right = candidate("right", shared.way(), Duration.ZERO);
            LeaderCandidate skewed = candidate("skewed", shared.way(), skew);
            step(right);
            for (int i = 0; i < 10; i++) {
                advance(2);
                step(skewed);
                assertThat(skewed.isLeader()).isFalse();
                step(right);
            }
            step(skewed);
            advance(15);
            step(skewed);
            assertThat(skewed.isLeader()).isTrue();
            assertThat(right.isLeader()).isFalse();
            step(right);
            advance(15);
            step(right);
            assertThat(right.isLeader()).isTrue();
        }
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

    @Test
    void neverDoTwoLeadWhateverStopsAndForHowLong() {
        Random random = new Random(7);
        for (int run = 0; run < 300; run++) {
            MemoryLeaseStore shared = new MemoryLeaseStore();
            List<LeaderCandidate> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                all.add(candidate("c" + i, shared.way(), Duration.ofSeconds(random.nextInt(100_000) - 50_000)));
            }
            int led = 0;
            for (int i = 0; i < 200; i++) {
                time.advance(Duration.ofMillis(random.nextInt(random.nextInt(10) == 0 ? 12_000 : 1_500)));
                int which = random.nextInt(all.size());
                LeaderCandidate one = all.get(which);
                if (random.nextInt(20) == 0) {
                    one.resign();
                    one.release();
                    all.set(which,
                            candidate("c" + which, shared.way(), Duration.ofSeconds(random.nextInt(100_000) - 50_000)));
                } else {
                    step(one);
                }
                long leaders = all.stream().filter(LeaderCandidate::isLeader).count();
                assertThat(leaders).isLessThanOrEqualTo(1);
                led += (int) leaders;
            }
            assertThat(led).isPositive();
        }
    }

    @Test
    void settingsThatCouldLetTwoLeadAreRefused() {
        assertThatThrownBy(() -> settings(10, 10, 2)).hasMessageContaining("leaseDuration PT10S must be longer");
        assertThatThrownBy(() -> settings(15, 10, 9)).hasMessageContaining("1.2 times retryPeriod");
        assertThat(LeaseSettings.identityOfThisProcess()).matches(".+_[0-9a-f-]{36}")
                .isNotEqualTo(LeaseSettings.identityOfThisProcess());
    }

    private static void step(LeaderCandidate candidate) {
        candidate.take(candidate.queryStore());
    }

    private void advance(int seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    private LeaderCandidate candidate(String name, LeaseStore way, Duration skew) {
        return new LeaderCandidate(way, settings(name), time.clock(skew));
    }

    private static LeaseSettings settings(String identity) {
        return new LeaseSettings("kube-system", "app", identity, Duration.ofSeconds(15), Duration.ofSeconds(10),
                Duration.ofSeconds(2));
    }

    private static LeaseSettings settings(int lease, int renew, int retry) {
        return new LeaseSettings("n", "l", "i", Duration.ofSeconds(lease), Duration.ofSeconds(renew),
                Duration.ofSeconds(retry));
    }
}
