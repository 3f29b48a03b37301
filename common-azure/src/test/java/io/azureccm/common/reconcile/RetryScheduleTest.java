package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final RetrySchedule<String> schedule = new RetrySchedule<>(
            RetryPolicy.of(BackOff.doubling(Duration.ofSeconds(5), Duration.ofSeconds(300)), Duration.ofSeconds(30)));

    private void fails(String object, String cause, Instant at) {
        schedule.failed(object, FailedAttempt.of(RetryReason.FAILED, cause), at);
    }

    @Test
    void eachObjectWaitsForItself() {
        fails("bad", "403", NOW);
        fails("bad", "403", NOW.plusSeconds(5));
        fails("new", "403", NOW.plusSeconds(5));
        assertThat(schedule.nextDue()).hasValue(NOW.plusSeconds(10));
        assertThat(schedule.due(NOW.plusSeconds(10))).containsExactly("new");
        assertThat(schedule.due(NOW.plusSeconds(15))).containsExactlyInAnyOrder("new", "bad");
    }

    @Test
    void changedObjectBeginsAnew() {
        fails("web", "403", NOW);
        fails("web", "403", NOW.plusSeconds(5));
        schedule.forget("web");
        fails("web", "403", NOW.plusSeconds(6));
        assertThat(schedule.nextDue()).hasValue(NOW.plusSeconds(11));
    }

    @Test
    void whatWaitsForChangesIsNeverDue() {
        schedule.failed("web", FailedAttempt.of(RetryReason.CONFLICTING, "PortConflict"), NOW);
        assertThat(schedule.nextDue()).isEmpty();
        assertThat(schedule.due(Instant.MAX)).isEmpty();
        assertThat(schedule.awaitsChanges()).isTrue();
        assertThat(schedule.objects()).containsExactly("web");
        schedule.retain(Set.of("other"));
        assertThat(schedule.awaitsChanges()).isFalse();
    }
}
