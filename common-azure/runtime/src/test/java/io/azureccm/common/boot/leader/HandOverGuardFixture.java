package io.azureccm.common.boot.leader;

import com.fasterxml.jackson.databind.node.IntNode;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.leader.LeaderClock;
import io.azureccm.common.kube.leader.LeaseRecord;
import io.azureccm.common.kube.leader.LeaseSearch;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.kube.leader.LeaseWatch;
import io.azureccm.common.kube.leader.StoredLease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.springframework.integration.leader.event.OnGrantedEvent;

/** What {@link HandOverGuardTest} and {@link HandOverSearchTest} have in common. */
abstract class HandOverGuardFixture {
    static final LeaseName GO = LeaseName.GO_CONTROLLER_MANAGER;

    final AtomicLong nanos = new AtomicLong();
    final LeaderFlag leader = new LeaderFlag(InstantSource.system());
    final List<HandOver> told = new CopyOnWriteArrayList<>();
    final Store store = new Store();
    final Store elsewhere = new Store();
    volatile RuntimeException searchFailure;
    final LeaderClock clock = new LeaderClock(nanos::get, InstantSource.system());
    HandOverGuard guard = guard("--wait-for-leases=" + GO);

    HandOverGuard guard(String... flags) {
        LeaderElectionOptions options = ControllerFlags
                .parse(App.SERVICE, Stream.concat(Stream.of("--cloud-config=none"), Stream.of(flags)).toList())
                .orThrow()
                .options()
                .leaderElection();
        Duration patience = Duration.ofSeconds(15);
        OtherLeases leases = new OtherLeases(options,
                lease -> new LeaseWatch(lease.namespace().equals("elsewhere") ? elsewhere : store, patience, clock,
                        "https://api"),
                lease -> new LeaseSearch(this::namespaces, patience, clock, "https://api"));
        return new HandOverGuard(leases, Duration.ofMillis(2), leader, told::add, () -> {});
    }

    List<String> namespaces() {
        if (searchFailure != null)
            throw searchFailure;
        return elsewhere.lease == null ? List.of("kube-system") : List.of("kube-system", "elsewhere");
    }

    static final class Store implements LeaseStore {
        volatile LeaseRecord lease;
        volatile RuntimeException failure;
        final AtomicLong checks = new AtomicLong();

        @Override
        public Optional<StoredLease> read() {
            checks.incrementAndGet();
            if (failure != null)
                throw failure;
            return Optional.ofNullable(lease).map(record -> new StoredLease(record, IntNode.valueOf(1)));
        }

        @Override
        public Optional<StoredLease> create(LeaseRecord record) {
            throw new AssertionError();
        }

        @Override
        public Optional<StoredLease> update(StoredLease seen, LeaseRecord record) {
            throw new AssertionError();
        }

        void renew(int second) {
            lease = new LeaseRecord("go", 15, Instant.EPOCH, Instant.EPOCH.plusSeconds(second), 0);
        }
    }

    @AfterEach
    void stop() {
        guard.close();
    }

    void awaitState(long term, HandOverState wanted) {
        Await.until(() -> wanted + ", not " + guard.known(), () -> guard.handOverState(term) == wanted);
    }

    void awaitChecks() {
        long before = store.checks.get();
        Await.until("two more checks", () -> store.checks.get() > before + 1);
    }

    void grant() {
        leader.onApplicationEvent(new OnGrantedEvent(this, () -> true, "role"));
    }
}
