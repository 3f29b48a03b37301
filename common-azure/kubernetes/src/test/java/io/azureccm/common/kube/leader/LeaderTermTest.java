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

/** How long a term lasts, whatever hangs, and whatever the clocks show. */
class LeaderTermTest extends LeaderCandidateFixture {
    @Test
    void theFenceClosesAtTheRenewDeadlineWhateverHangs() {
        step(a);
        time.advance(Duration.ofSeconds(10).minus(TICK));
        assertThat(a.refusal()).isEmpty();
        time.advance(TICK);
        assertThat(a.isLeader()).isFalse();
        assertThat(a.refusal()).contains("no longer the leader: lease kube-system/app was last renewed 10.0 s ago");
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
    void aLeaderThatComesBackLeadsInANewTerm() {
        step(a);
        long begun = a.term();
        advance(11);
        step(a);
        assertThat(a.term()).isEqualTo(begun + 1);
        assertThat(a.refusal()).isEmpty();
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
}
