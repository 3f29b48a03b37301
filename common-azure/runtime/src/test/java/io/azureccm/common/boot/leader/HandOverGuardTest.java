package io.azureccm.common.boot.leader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.kube.leader.LeaseWatch;
import io.azureccm.common.observe.LeaseEvents;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.integration.leader.event.OnRevokedEvent;

/** Whether a leader may write beside other programs: the fence, each term, and what is said. */
class HandOverGuardTest extends HandOverGuardFixture {
    @Test
    void nobodyWritesBeforeTheFirstCheckOfTheTermHasShownThatNobodyElseDoes() {
        assertThat(guard.refusal()).isPresent();
        guard.start();
        Await.until("checked", () -> store.checks.get() > 0);
        assertThat(guard.refusal()).as("a standby").isPresent();
        grant();
        awaitState(1, HandOverState.CLEARED);
        assertThat(guard.refusal()).isEmpty();
    }

    @Test
    void whoWaitsForTheStateIsWokenByIt() {
        AtomicLong woken = new AtomicLong();
        grant();
        leader.onChange(woken::incrementAndGet);
        assertThat(guard.handOverState(1)).isEqualTo(HandOverState.WAITING);
        guard.start();
        Await.until("woken", () -> woken.get() == 1);
        assertThat(guard.handOverState(1)).isEqualTo(HandOverState.CLEARED);
        long checks = store.checks.get();
        guard.handOverState(2);
        Await.until("checked again", () -> store.checks.get() > checks && woken.get() == 2);
    }

    @Test
    void leaderIsHeldWhileTheLeaseIsRenewedAndClearedByItselfWhenItIsNot() {
        store.renew(0);
        grant();
        guard.start();
        awaitState(1, HandOverState.WAITING);
        awaitChecks();
        store.renew(2);
        awaitState(1, HandOverState.HELD);
        assertThat(guard.refusal().orElse("")).contains("lease kube-system/cloud-controller-manager");
        awaitChecks();
        assertThat(guard.handOverState(1)).isEqualTo(HandOverState.HELD);
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        awaitState(1, HandOverState.CLEARED);
        assertThat(guard.refusal()).isEmpty();
        Await.until("told", () -> told.getLast().state() == HandOverState.CLEARED);
        assertThat(told).extracting(HandOver::state).contains(HandOverState.HELD);
    }

    @Test
    void leaderIsHeldWhileTheLeaseCannotBeRead() {
        store.failure = new KubernetesClientException("leases is forbidden", 403, null);
        grant();
        guard.start();
        awaitState(1, HandOverState.HELD);
        store.failure = null;
        awaitState(1, HandOverState.CLEARED);
    }

    @Test
    void programThatComesBackIsToldAndStopsNobodyWhoWrites() {
        grant();
        guard.start();
        awaitState(1, HandOverState.CLEARED);
        store.renew(0);
        Await.until("told", () -> !told.isEmpty() && told.getLast().renewed().contains(GO));
        assertThat(guard.handOverState(1)).isEqualTo(HandOverState.CLEARED);
        assertThat(guard.refusal()).isEmpty();
    }

    @Test
    void anotherTermIsClearedAnew() {
        grant();
        guard.start();
        awaitState(1, HandOverState.CLEARED);
        revoke();
        store.renew(0);
        Await.until("seen", () -> guard.known().renewed().contains(GO));
        grant();
        assertThat(guard.refusal()).as("before anybody asked for the term").isPresent();
        assertThat(guard.handOverState(2)).isEqualTo(HandOverState.HELD);
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
        awaitState(1, HandOverState.CLEARED);
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
        HandOverNotices notices = new HandOverNotices(LeaseEvents.of(events, ControllerFlags
                .parse(App.SERVICE, List.of("--cloud-config=azure.json"))
                .orThrow()
                .options()), App.SERVICE, nanos::get);
        HandOver held = new HandOver(HandOverState.HELD,
                Map.of(GO, new LeaseWatch.Status(LeaseWatch.State.RENEWED, "host_1", "", 0)));
        notices.accept(held);
        notices.accept(held);
        nanos.addAndGet(Duration.ofMinutes(10).toNanos());
        notices.accept(held);
        Map<LeaseName, LeaseWatch.Status> expired = Map.of(GO,
                new LeaseWatch.Status(LeaseWatch.State.EXPIRED, "host_1", "", 0));
        HandOver inNewTerm = new HandOver(HandOverState.WAITING, expired);
        notices.accept(inNewTerm);
        notices.accept(new HandOver(HandOverState.CLEARED, expired));
        notices.accept(inNewTerm);
        notices.accept(new HandOver(HandOverState.CLEARED, expired));
        Await.until(() -> "three but " + written, () -> written.size() >= 3);
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
        HandOver unreadable = new HandOver(HandOverState.HELD, Map.of(GO,
                new LeaseWatch.Status(LeaseWatch.State.UNREADABLE, "", "not allowed (403 Forbidden)", 403)));
        assertThat(new HandOverText(App.NODE).held(unreadable)).contains("not allowed (403 Forbidden)")
                .contains("Grant get on leases cloud-controller-manager in namespace kube-system");
    }

    private void revoke() {
        leader.onApplicationEvent(new OnRevokedEvent(this, () -> false, "role"));
    }
}
