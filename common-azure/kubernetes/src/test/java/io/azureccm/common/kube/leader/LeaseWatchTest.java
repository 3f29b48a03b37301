package io.azureccm.common.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import io.azureccm.common.kube.leader.LeaseWatch.State;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the lease of another program counts as renewed, by what was seen of it and nothing else. */
class LeaseWatchTest {
    private static final Instant LONG_AGO = Instant.parse("2001-01-01T00:00:00Z");

    private final VirtualTime time = new VirtualTime();
    private RuntimeException failure;
    private LeaseRecord lease;
    private final LeaseStore store = new LeaseStore() {
        @Override
        public Optional<StoredLease> read() {
            if (failure != null)
                throw failure;
            return Optional.ofNullable(lease).map(record -> new StoredLease(record, IntNode.valueOf(1)));
        }

        @Override
        public Optional<StoredLease> create(LeaseRecord record) {
            throw new AssertionError("a check writes nothing");
        }

        @Override
        public Optional<StoredLease> update(StoredLease seen, LeaseRecord record) {
            throw new AssertionError("a check writes nothing");
        }
    };
    private final LeaseWatch watch = watch();

    @Test
    void leaseThatIsNotThereOrReleasedIsFreeAtOnce() {
        assertThat(check()).isEqualTo(State.ABSENT);
        hold("", 1, 0);
        assertThat(check()).isEqualTo(State.RELEASED);
        assertThat(watch.check().isFree()).isTrue();
    }

    @Test
    void anAbandonedLeaseIsExpiredAtOnceForASuccessorOfTheProcessThatSawIt() {
        hold("go", 15, 0);
        check();
        Map<String, LeaseObservation> seen = LeaseObservation.parseAll(
                LeaseObservation.text(Map.of("kube-system/go", watch.observation().orElseThrow())),
                () -> Long.MAX_VALUE);
        time.advance(Duration.ofSeconds(15));
        assertThat(watch().check().state()).as("without knowledge").isEqualTo(State.UNKNOWN);
        assertThat(watch().knowing(seen.get("kube-system/go")).check().state()).isEqualTo(State.EXPIRED);
    }

    @Test
    void aLeaseThatWasRenewedSinceAPredecessorSawItIsObservedAnew() {
        hold("go", 15, 0);
        check();
        LeaseWatch next = watch().knowing(watch.observation().orElseThrow());
        time.advance(Duration.ofSeconds(60));
        hold("go", 15, 58);
        assertThat(next.check().state()).isEqualTo(State.UNKNOWN);
        time.advance(Duration.ofSeconds(14));
        assertThat(next.check().state()).isEqualTo(State.UNKNOWN);
        time.advance(Duration.ofSeconds(1));
        assertThat(next.check().state()).isEqualTo(State.EXPIRED);
    }

    @Test
    void aLeaseThatNobodyHoldsIsNotHandedOver() {
        check();
        assertThat(watch.observation()).isEmpty();
        hold("", 1, 0);
        check();
        assertThat(watch.observation()).isEmpty();
    }

    @Test
    void leaseIsRenewedFromTheFirstChangeThatIsSeen() {
        hold("go", 15, 0);
        assertThat(check()).isEqualTo(State.UNKNOWN);
        time.advance(Duration.ofSeconds(2));
        hold("go", 15, 2);
        LeaseWatch.Status renewed = watch.check();
        assertThat(renewed.state()).isEqualTo(State.RENEWED);
        assertThat(renewed.holder()).isEqualTo("go");
        assertThat(renewed.isTaken()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"15, 15", "40, 40", "0, 15"})
    void leaseExpiresWhenItWasSeenUnchangedForAsLongAsItHolds(int says, int holds) {
        hold("go", says, 0);
        check();
        time.advance(Duration.ofSeconds(holds).minusMillis(1));
        assertThat(check()).isEqualTo(State.UNKNOWN);
        time.advance(Duration.ofMillis(1));
        assertThat(check()).isEqualTo(State.EXPIRED);
    }

    @Test
    void leaseThatWasRenewedExpiresAfterItsLastChangeAndIsRenewedAgainWithTheNext() {
        hold("go", 15, 0);
        check();
        hold("go", 15, 2);
        check();
        time.advance(Duration.ofSeconds(14));
        assertThat(check()).isEqualTo(State.RENEWED);
        time.advance(Duration.ofSeconds(1));
        assertThat(check()).isEqualTo(State.EXPIRED);
        hold("other", 15, 100);
        assertThat(check()).isEqualTo(State.RENEWED);
    }

    @Test
    void leaseThatAppearsOrIsTakenBetweenTwoChecksIsRenewed() {
        check();
        hold("go", 15, 0);
        assertThat(check()).isEqualTo(State.RENEWED);
        hold("", 1, 1);
        assertThat(check()).isEqualTo(State.RELEASED);
        hold("go", 15, 2);
        assertThat(check()).isEqualTo(State.RENEWED);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void refusalMakesALeaseUnreadableAtOnce(int code) {
        failure = new KubernetesClientException("no", code, null);
        LeaseWatch.Status status = watch.check();
        assertThat(status.state()).isEqualTo(State.UNREADABLE);
        assertThat(status.code()).isEqualTo(code);
        assertThat(status.isFree()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 429, 500, 503})
    void failureThatMayPassLeavesItOpenUntilItHasLastedAsLongAsALease(int code) {
        failure = new KubernetesClientException("away", code, null);
        assertThat(check()).isEqualTo(State.UNKNOWN);
        time.advance(Duration.ofSeconds(15));
        LeaseWatch.Status lasting = watch.check();
        assertThat(lasting.state()).isEqualTo(State.UNREADABLE);
        assertThat(lasting.problem()).contains("Kubernetes API https://api");
        failure = null;
        assertThat(check()).isEqualTo(State.ABSENT);
    }

    @Test
    void failedCheckForgetsNothingOfWhatWasSeenBefore() {
        hold("go", 15, 0);
        check();
        time.advance(Duration.ofSeconds(14));
        failure = new KubernetesClientException("away", 503, null);
        assertThat(check()).isEqualTo(State.UNKNOWN);
        failure = null;
        time.advance(Duration.ofSeconds(1));
        assertThat(check()).isEqualTo(State.EXPIRED);
    }

    private LeaseWatch watch() {
        return new LeaseWatch(store, Duration.ofSeconds(15), time.clock(Duration.ofDays(-30)), "https://api");
    }

    private State check() {
        return watch.check().state();
    }

    private void hold(String holder, int seconds, int renewed) {
        lease = new LeaseRecord(holder, seconds, LONG_AGO, LONG_AGO.plusSeconds(renewed), 0);
    }
}
