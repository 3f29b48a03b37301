package io.azureccm.common.boot.leader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.kube.leader.LeaderClock;
import io.azureccm.common.kube.leader.LeaseRecord;
import io.azureccm.common.kube.leader.LeaseSearch;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.kube.leader.LeaseWatch;
import io.azureccm.common.kube.leader.StoredLease;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/** Whether a leader may write beside other programs: the fence, each term, and what is said. */
class HandOverGuardTest {
    private static final LeaseName GO = LeaseName.GO_CONTROLLER_MANAGER;

    private final AtomicLong nanos = new AtomicLong();
    private final LeaderFlag leader = new LeaderFlag(InstantSource.system());
    private final List<HandOver> told = new CopyOnWriteArrayList<>();
    private final Store store = new Store();
    private final Store elsewhere = new Store();
    private volatile RuntimeException searchFailure;
    private final LeaderClock clock = new LeaderClock(nanos::get, InstantSource.system());
    private HandOverGuard guard = guard("--wait-for-leases=" + GO);

    private HandOverGuard guard(String... flags) {
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

    private List<String> namespaces() {
        if (searchFailure != null)
            throw searchFailure;
        return elsewhere.lease == null ? List.of("kube-system") : List.of("kube-system", "elsewhere");
    }

    private static final class Store implements LeaseStore {
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

    @Test
    void nobodyWritesBeforeTheFirstCheckOfTheTermHasShownThatNobodyElseDoes() {
        assertThat(guard.refusal()).isPresent();
        guard.start();
        Await.until("checked", () -> store.checks.get() > 0);
        assertThat(guard.refusal()).as("a standby").isPresent();
        grant();
        awaitClearance(1, Clearance.CLEARED);
        assertThat(guard.refusal()).isEmpty();
    }

    @Test
    void whoWaitsForTheClearanceIsWokenByIt() {
        AtomicLong woken = new AtomicLong();
        grant();
        leader.onChange(woken::incrementAndGet);
        assertThat(guard.clearance(1)).isEqualTo(Clearance.WAITING);
        guard.start();
        Await.until("woken", () -> woken.get() == 1);
        assertThat(guard.clearance(1)).isEqualTo(Clearance.CLEARED);
        long checks = store.checks.get();
        guard.clearance(2);
        Await.until("checked again", () -> store.checks.get() > checks && woken.get() == 2);
    }

    @Test
    void leaderIsHeldWhileTheLeaseIsRenewedAndClearedByItselfWhenItIsNot() {
        store.renew(0);
        grant();
        guard.start();
        awaitClearance(1, Clearance.WAITING);
        awaitChecks();
        store.renew(2);
        awaitClearance(1, Clearance.HELD);
        assertThat(guard.refusal().orElse("")).contains("lease kube-system/cloud-controller-manager");
        awaitChecks();
        assertThat(guard.clearance(1)).isEqualTo(Clearance.HELD);
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        awaitClearance(1, Clearance.CLEARED);
        assertThat(guard.refusal()).isEmpty();
        Await.until("told", () -> told.getLast().clearance() == Clearance.CLEARED);
        assertThat(told).extracting(HandOver::clearance).contains(Clearance.HELD);
    }

    @Test
    void leaderIsHeldWhileTheLeaseCannotBeRead() {
        store.failure = new KubernetesClientException("leases is forbidden", 403, null);
        grant();
        guard.start();
        awaitClearance(1, Clearance.HELD);
        store.failure = null;
        awaitClearance(1, Clearance.CLEARED);
    }

    @Test
    void programThatComesBackIsToldAndStopsNobodyWhoWrites() {
        grant();
        guard.start();
        awaitClearance(1, Clearance.CLEARED);
        store.renew(0);
        Await.until("told", () -> told.getLast().renewed().contains(GO));
        assertThat(guard.clearance(1)).isEqualTo(Clearance.CLEARED);
        assertThat(guard.refusal()).isEmpty();
    }

    @Test
    void anotherTermIsClearedAnew() {
        grant();
        guard.start();
        awaitClearance(1, Clearance.CLEARED);
        revoke();
        store.renew(0);
        Await.until("seen", () -> guard.known().renewed().contains(GO));
        grant();
        assertThat(guard.refusal()).as("before anybody asked for the term").isPresent();
        assertThat(guard.clearance(2)).isEqualTo(Clearance.HELD);
        assertThat(guard.refusal()).isPresent();
    }

    @Test
    void newLeaderIsNotHeldUpByALeaseThatItSawExpireAsAStandby() {
        store.renew(0);
        guard.start();
        awaitChecks();
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        Await.until("expired", () -> guard.known().leases().get(GO).state() == LeaseWatch.State.EXPIRED);
        grant();
        awaitClearance(1, Clearance.CLEARED);
    }

    @Test
    void holdingIsToldOnceAgainEveryTenMinutesAndWhenItEnds() {
        List<String> written = new CopyOnWriteArrayList<>();
        EventRecorder events = new EventRecorder(new EventSink() {
            @Override
            public void create(Event event) {
                written.add(event.getType() + " " + event.getReason() + " " + event.getInvolvedObject().getKind() + " "
                        + event.getInvolvedObject().getName() + ": " + event.getMessage());
            }

            @Override
            public void patch(String namespace, String name, JsonNode patch) {
                written.add("again " + patch);
            }
        });
        HandOverNotices notices = new HandOverNotices(events, ControllerFlags
                .parse(App.SERVICE, List.of("--cloud-config=azure.json"))
                .orThrow()
                .options(), nanos::get);
        HandOver held = new HandOver(Clearance.HELD,
                Map.of(GO, new LeaseWatch.Status(LeaseWatch.State.RENEWED, "host_1", "", 0)));
        notices.accept(held);
        notices.accept(held);
        nanos.addAndGet(Duration.ofMinutes(10).toNanos());
        notices.accept(held);
        notices.accept(new HandOver(Clearance.CLEARED,
                Map.of(GO, new LeaseWatch.Status(LeaseWatch.State.EXPIRED, "host_1", "", 0))));
        events.close();
        assertThat(written).hasSize(3);
        assertThat(written.getFirst())
                .isEqualTo(
                        "Warning HandOverHeld Lease azure-service-controller: Planning without writing: lease kube-system/cloud-controller-manager is renewed by host_1, so the Go"
                                + " controller manager may be active. Stop it, or add -service to its --controllers. If it does not do this work, leave the lease, and */cloud-controller-manager, out of --wait-for-leases (chart: waitForLeases)");
        assertThat(written.get(1)).startsWith("again ");
        assertThat(written.get(2))
                .startsWith("Normal HandOverDone Lease azure-service-controller: Plans are executed");
    }

    @Test
    void leaseThatCannotBeReadIsToldWithTheRightThatIsMissing() {
        HandOver unreadable = new HandOver(Clearance.HELD, Map.of(GO,
                new LeaseWatch.Status(LeaseWatch.State.UNREADABLE, "", "not allowed (403 Forbidden)", 403)));
        assertThat(new HandOverText(App.NODE).held(unreadable)).contains("not allowed (403 Forbidden)")
                .contains("Grant get on leases cloud-controller-manager in namespace kube-system");
    }

    @Test
    void leaderIsHeldByALeaseThatIsRenewedInAnyNamespace() {
        guard = guard();
        elsewhere.renew(0);
        grant();
        guard.start();
        Await.until("seen", () -> elsewhere.checks.get() > 1);
        elsewhere.renew(2);
        awaitClearance(1, Clearance.HELD);
        assertThat(guard.refusal().orElse("")).contains("lease elsewhere/cloud-controller-manager");
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        awaitClearance(1, Clearance.CLEARED);
    }

    @Test
    void searchThatIsNotAllowedHoldsNobodyAndIsTold() {
        guard = guard();
        searchFailure = new KubernetesClientException("leases is forbidden", 403, null);
        elsewhere.renew(0);
        grant();
        guard.start();
        awaitClearance(1, Clearance.CLEARED);
        assertThat(HandOverText.standing(guard.known().leases().get(LeaseName.ANY_GO_CONTROLLER_MANAGER)))
                .startsWith("not searched: ")
                .contains("403");
        assertThat(guard.known().leases().get(LeaseName.ANY_GO_CONTROLLER_MANAGER).isRenewed()).isEmpty();
    }

    @Test
    void searchThatFailsIsWaitedForButNotForEver() {
        guard = guard();
        searchFailure = new KubernetesClientException("away", 503, null);
        grant();
        guard.start();
        awaitChecks();
        assertThat(guard.clearance(1)).isEqualTo(Clearance.WAITING);
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        awaitClearance(1, Clearance.CLEARED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --leader-elect-resource-namespace=kube-system | kube-system/azure-service-controller
            --leader-elect-resource-namespace=openshift-cloud-controller-manager | openshift-cloud-controller-manager/azure-service-controller
            """)
    void ownLeaseIsNotThatOfAnother(String flag, String own) {
        assertThat(waitFor(flag)).doesNotContain(own)
                .contains("kube-system/cloud-controller-manager", "*/cloud-controller-manager");
    }

    @Test
    void managerWithTheSameFlagsIsWaitedForAndAListIsExact() {
        assertThat(waitFor("--leader-elect-resource-namespace=x")).containsExactly(
                "kube-system/cloud-controller-manager", "kube-system/azure-service-controller",
                "*/cloud-controller-manager", "x/cloud-controller-manager");
        assertThat(waitFor("--leader-elect-resource-namespace=x", "--wait-for-leases=a/b,*/c"))
                .containsExactly("a/b", "*/c");
        assertThat(waitFor("--leader-elect-resource-namespace=x",
                "--leader-elect-resource-name=cloud-controller-manager")).doesNotContain("x/cloud-controller-manager");
    }

    private static List<String> waitFor(String... flags) {
        return ControllerFlags
                .parse(App.SERVICE, Stream.concat(Stream.of("--cloud-config=none"), Stream.of(flags)).toList())
                .orThrow()
                .options()
                .leaderElection()
                .leasesOfOthers()
                .stream()
                .map(LeaseName::toString)
                .toList();
    }

    private void awaitClearance(long term, Clearance wanted) {
        Await.until(() -> wanted + ", not " + guard.known(), () -> guard.clearance(term) == wanted);
    }

    private void awaitChecks() {
        long before = store.checks.get();
        Await.until("two more checks", () -> store.checks.get() > before + 1);
    }

    private void grant() {
        leader.onApplicationEvent(new OnGrantedEvent(this, () -> true, "role"));
    }

    private void revoke() {
        leader.onApplicationEvent(new OnRevokedEvent(this, () -> false, "role"));
    }
}
