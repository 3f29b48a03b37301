package io.azureccm.common.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.Await;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;

/** The threads around a candidate: the lease's times are virtual, the pauses between attempts are real and short. */
@Timeout(600)
class LeaderElectionTest {
    /** For a close on a busy machine, of whose time each step has a quarter. */
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(4);

    private final VirtualTime time = new VirtualTime();
    private final MemoryLeaseStore store = new MemoryLeaseStore();
    private final List<LeaderElection> elections = new ArrayList<>();
    private final List<CountDownLatch> hangs = new ArrayList<>();

    @AfterEach
    void stop() {
        hangs.forEach(CountDownLatch::countDown);
        elections.forEach(LeaderElection::close);
    }

    @Test
    void whoLeadsIsToldAndOnCloseTheOtherFollowsAtOnce() {
        List<String> toldA = new CopyOnWriteArrayList<>();
        List<String> toldB = new CopyOnWriteArrayList<>();
        LeaderElection a = election("a", store.way(), tell(toldA));
        awaitLeader(a);
        LeaderElection b = election("b", store.way(), tell(toldB));
        Await.until("b has seen a", () -> b.holder().equals("a"));
        Await.until("a was told", () -> toldA.equals(List.of("granted")));
        a.close(LONG_ENOUGH);
        assertThat(toldA).containsExactly("granted", "revoked");
        assertThat(a.term()).isZero();
        awaitLeader(b);
        Await.until("b was told", () -> toldB.equals(List.of("granted")));
        assertThat(store.record().transitions()).isEqualTo(1);
        assertThat(List.of(a.isSuccessor(), b.isSuccessor())).containsExactly(false, true);
    }

    @Test
    void whenTheApiHangsTheLeaderIsToldByTheWatchdogAndLeadsAgainWhenItAnswers() {
        List<String> told = new CopyOnWriteArrayList<>();
        MemoryLeaseStore.Way way = store.way();
        LeaderElection a = election("a", way, tell(told));
        awaitLeader(a);
        CountDownLatch hang = hang(way);
        Await.until("the attempts hang", () -> a.problem().isPresent());
        assertThat(a.refusal()).isEmpty();
        time.advance(Duration.ofSeconds(10));
        assertThat(a.refusal()).isPresent();
        Await.until("the end was told", () -> told.equals(List.of("granted", "revoked")));
        assertThat(a.problem().orElseThrow()).startsWith("Kubernetes API https://api: no response within");
        way.hang = new CountDownLatch(0);
        hang.countDown();
        Await.until("the next term was told", () -> told.equals(List.of("granted", "revoked", "granted")));
        Await.until("nothing is wrong any more", () -> a.problem().isEmpty());
    }

    @Test
    void whileOneHangsTheOtherTakesOver() {
        MemoryLeaseStore.Way way = store.way();
        LeaderElection a = election("a", way, event -> {});
        awaitLeader(a);
        LeaderElection b = election("b", store.way(), event -> {});
        Await.until("b has seen a", () -> b.holder().equals("a"));
        hang(way);
        time.advance(Duration.ofSeconds(16));
        assertThat(a.term()).isZero();
        awaitLeader(b);
        assertThat(a.refusal()).isPresent();
    }

    @Test
    void anApiThatIsAwayIsAProblemAndTheElectionGoesOn() {
        MemoryLeaseStore.Way way = store.way();
        way.down = true;
        LeaderElection a = election("a", way, event -> {});
        Await.until(() -> "the refusal is known but " + a.problem(),
                () -> a.problem().equals(Optional.of("Kubernetes API https://api: connection refused")));
        way.down = false;
        awaitLeader(a);
    }

    @Test
    void aListenerThatHangsDelaysNoRenewal() {
        CountDownLatch release = new CountDownLatch(1);
        hangs.add(release);
        List<String> told = new CopyOnWriteArrayList<>();
        Consumer<Object> slow = event -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            tell(told).accept(event);
        };
        LeaderElection a = election("a", store.way(), slow);
        awaitLeader(a);
        // Two steps are shorter than the renew deadline: a renewal may be seen a moment before the term is extended.
        for (int i = 0; i < 17; i++) {
            time.advance(Duration.ofSeconds(3));
            Await.until("a renewal", () -> a.observation()
                    .orElseThrow()
                    .record()
                    .renewTime()
                    .equals(time.clock(Duration.ZERO).wall().instant()));
        }
        assertThat(a.term()).isEqualTo(1);
        release.countDown();
        Await.until("the beginning was told", () -> told.equals(List.of("granted")));
    }

    @Test
    void aListenerThatFailsDoesNotEndTheElection() {
        LeaderElection a = election("a", store.way(), event -> {
            throw new IllegalStateException("broken");
        });
        awaitLeader(a);
        time.advance(Duration.ofSeconds(11));
        Await.until("a second term", () -> a.term() == 2);
    }

    @Test
    void closingTellsTheAppBeforeTheLeaseIsReleased() {
        List<String> holders = new CopyOnWriteArrayList<>();
        LeaderElection a = election("a", store.way(), event -> holders.add(store.record().holder()));
        awaitLeader(a);
        Await.until("the beginning was told", () -> holders.size() == 1);
        a.close(LONG_ENOUGH);
        assertThat(holders).containsExactly("a", "a");
        assertThat(store.record().holder()).isEmpty();
    }

    @Test
    void aReleaseThatFailsIsTriedAgain() {
        AtomicInteger failures = new AtomicInteger();
        LeaseStore failing = new LeaseStore() {
            private final LeaseStore way = store.way();

            @Override
            public Optional<StoredLease> read() {
                if (failures.getAndDecrement() > 0)
                    throw new KubernetesClientException("connection reset");
                return way.read();
            }

            @Override
            public Optional<StoredLease> create(LeaseRecord record) {
                return way.create(record);
            }

            @Override
            public Optional<StoredLease> update(StoredLease seen, LeaseRecord record) {
                return way.update(seen, record);
            }
        };
        LeaderElection a = election("a", failing, event -> {});
        awaitLeader(a);
        failures.set(2);
        a.close(LONG_ENOUGH);
        assertThat(failures).hasNegativeValue();
        assertThat(store.record().holder()).isEmpty();
    }

    @Test
    void aLeaseThatWasTakenByAWriteWithoutAnAnswerIsReleased() {
        LeaseStore lossy = new LeaseStore() {
            private final LeaseStore way = store.way();

            @Override
            public Optional<StoredLease> read() {
                return way.read();
            }

            @Override
            public Optional<StoredLease> create(LeaseRecord record) {
                way.create(record);
                throw new KubernetesClientException("connection reset");
            }

            @Override
            public Optional<StoredLease> update(StoredLease seen, LeaseRecord record) {
                return way.update(seen, record);
            }
        };
        LeaderElection a = election(lossy, event -> {},
                new LeaseSettings("kube-system", "app", "a", Duration.ofHours(3), Duration.ofHours(2),
                        Duration.ofHours(1)));
        Await.until("the answer is lost", () -> a.problem().isPresent());
        assertThat(store.record().holder()).isEqualTo("a");
        a.close(LONG_ENOUGH);
        assertThat(store.record().holder()).isEmpty();
    }

    @Test
    void anEventTellsItsTermUntilThatEnds() {
        List<AbstractLeaderEvent> events = new CopyOnWriteArrayList<>();
        LeaderElection a = election("a", store.way(), event -> events.add((AbstractLeaderEvent) event));
        awaitLeader(a);
        Await.until("the beginning was told", () -> events.size() == 1);
        assertThat(events.getFirst().getRole()).isEqualTo("app");
        assertThat(events.getFirst().getContext().isLeader()).isTrue();
        a.close(LONG_ENOUGH);
        assertThat(events.getFirst().getContext().isLeader()).isFalse();
    }

    private LeaderElection election(String identity, LeaseStore way, Consumer<Object> publisher) {
        return election(way, publisher, new LeaseSettings("kube-system", "app", identity, Duration.ofSeconds(15),
                Duration.ofSeconds(10), Duration.ofMillis(10)));
    }

    private LeaderElection election(LeaseStore way, Consumer<Object> publisher, LeaseSettings settings) {
        LeaderElection election = new LeaderElection(way, settings, time.clock(Duration.ZERO), "https://api",
                publisher);
        elections.add(election);
        return election.start();
    }

    private CountDownLatch hang(MemoryLeaseStore.Way way) {
        CountDownLatch hang = new CountDownLatch(1);
        hangs.add(hang);
        way.hang = hang;
        return hang;
    }

    private static void awaitLeader(LeaderElection election) {
        Await.until("leadership", () -> election.term() != 0);
    }

    private static Consumer<Object> tell(List<String> told) {
        return event -> told.add(event instanceof OnGrantedEvent ? "granted" : "revoked");
    }
}
