package io.azureccm.common.boot.standby;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.leader.LeaseObservation;
import io.azureccm.common.kube.leader.LeaseRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The app starts when the lease is free, and early enough to be ready when it expires; never while it is renewed. */
class LeaseExpiryTest {
    private static final Instant RENEWED = Instant.parse("2026-01-01T00:00:00Z");
    private final LeaseExpiry vigil = new LeaseExpiry(Duration.ofSeconds(15), Duration.ofSeconds(5), Optional.empty());

    @Test
    void aLeaseThatIsRenewedKeepsTheAppFromStarting() {
        for (int at = 0; at < 600; at += 2)
            assertThat(observe(held(15, at / 4), at)).isEmpty();
        assertThat(vigil.holder()).isEqualTo("leader");
    }

    @Test
    void theAppStartsWhenTheLeaseIsReleasedOrGone() {
        assertThat(observe(held(15, 0), 0)).isEmpty();
        assertThat(observe(new LeaseRecord("", 1, RENEWED, RENEWED, 3), 1)).contains("nobody holds it");
        assertThat(vigil.observe(Optional.empty(), seconds(2))).contains("it does not exist");
    }

    @Test
    void theAppStartsAThirdOfTheDurationAfterTheLastRenewal() {
        assertThat(observe(held(15, 0), 100)).isEmpty();
        assertThat(observe(held(15, 0), 104.9)).isEmpty();
        assertThat(observe(held(15, 0), 105)).contains("leader has not renewed it for 5.0 s");
    }

    @Test
    void theDurationIsThatOfTheLeaseAndOtherwiseThatOfTheFlag() {
        assertThat(observe(held(60, 0), 0)).isEmpty();
        assertThat(observe(held(60, 0), 19.9)).isEmpty();
        assertThat(observe(held(60, 0), 20)).isPresent();
        assertThat(observe(held(0, 1), 30)).isEmpty();
        assertThat(observe(held(0, 1), 35)).isPresent();
    }

    @Test
    void aHolderThatRenewsSeldomHasTwoAttemptsAtLeast() {
        LeaseExpiry seldom = new LeaseExpiry(Duration.ofSeconds(15), Duration.ofMillis(12_500), Optional.empty());
        assertThat(seldom.observe(Optional.of(held(15, 0)), seconds(0))).isEmpty();
        assertThat(seldom.observe(Optional.of(held(15, 0)), seconds(12.4))).isEmpty();
        assertThat(seldom.observe(Optional.of(held(15, 0)), seconds(12.5))).isPresent();
    }

    @Test
    void whatTheAppSawOfTheLeaseCounts() {
        LeaseExpiry later = new LeaseExpiry(Duration.ofSeconds(15), Duration.ofSeconds(5),
                Optional.of(new LeaseObservation(held(15, 0), seconds(100))));
        assertThat(later.observe(Optional.of(held(15, 0)), seconds(105))).isPresent();
        assertThat(later.seen()).contains(new LeaseObservation(held(15, 0), seconds(100)));
        assertThat(later.observe(Optional.of(held(15, 1)), seconds(106))).isEmpty();
        assertThat(later.seen()).contains(new LeaseObservation(held(15, 1), seconds(106)));
    }

    private Optional<String> observe(LeaseRecord record, double at) {
        return vigil.observe(Optional.of(record), seconds(at));
    }

    private static LeaseRecord held(int duration, int renewals) {
        return new LeaseRecord("leader", duration, RENEWED, RENEWED.plusSeconds(renewals), 2);
    }

    private static long seconds(double at) {
        return (long) (at * 1_000_000_000);
    }
}
