package io.azureccm.common.kube.leader;

import java.time.Duration;

/** What {@link LeaderCandidateTest} and {@link LeaderTermTest} have in common. */
abstract class LeaderCandidateFixture {
    static final Duration TICK = Duration.ofNanos(1);

    final VirtualTime time = new VirtualTime();
    final MemoryLeaseStore store = new MemoryLeaseStore();
    final MemoryLeaseStore.Way wayOfA = store.way();
    final LeaderCandidate a = candidate("a", wayOfA, Duration.ZERO);
    final LeaderCandidate b = candidate("b", store.way(), Duration.ZERO);

    static void step(LeaderCandidate candidate) {
        candidate.take(candidate.queryStore());
    }

    void advance(int seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    LeaderCandidate candidate(String name, LeaseStore way, Duration skew) {
        return new LeaderCandidate(way, settings(name), time.clock(skew));
    }

    LeaderCandidate candidate(String name, Duration lease, Duration renew) {
        return new LeaderCandidate(store.way(),
                new LeaseSettings("kube-system", "app", name, lease, renew, Duration.ofSeconds(2)),
                time.clock(Duration.ZERO));
    }

    static LeaseSettings settings(String identity) {
        return new LeaseSettings("kube-system", "app", identity, Duration.ofSeconds(15), Duration.ofSeconds(10),
                Duration.ofSeconds(2));
    }

    static LeaseSettings settings(int lease, int renew, int retry) {
        return new LeaseSettings("n", "l", "i", Duration.ofSeconds(lease), Duration.ofSeconds(renew),
                Duration.ofSeconds(retry));
    }
}
