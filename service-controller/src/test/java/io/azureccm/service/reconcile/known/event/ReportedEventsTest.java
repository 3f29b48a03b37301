package io.azureccm.service.reconcile.known.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which events on a Service a leader has emitted, and what follows for the next one. */
class ReportedEventsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void retryIsNoNews() {
        ReportedEvents events = ReportedEvents.NONE;
        assertThat(events.news(Set.of("u", "v"))).as("a new leader begins").containsExactlyInAnyOrder("u", "v");
        events = events.announced(Set.of("u", "v"), Set.of("u", "v"), NOW);
        assertThat(events.news(Set.of("u"))).as("tried again").isEmpty();
        events = events.changed(Set.of("v"));
        assertThat(events.news(Set.of("u", "v"))).containsExactly("v");
        assertThat(events.announced(Set.of("v"), Set.of("v"), NOW).news(Set.of("v"))).as("announced").isEmpty();
        assertThat(events.retain(Set.of("v")).news(Set.of("u"))).as("forgotten, so new").containsExactly("u");
    }

    @Test
    void workThatWasAnnouncedOrFailedIsUnfinishedUntilAnEventSaysThatItIsDone() {
        ReportedEvents events = ReportedEvents.NONE.announced(Set.of("u"), Set.of(), NOW);
        assertThat(events.began("u")).as("a retry").isEmpty();
        events = events.announced(Set.of("u"), Set.of("u"), NOW);
        assertThat(events.began("u")).contains(NOW);
        assertThat(events.finished("u", NOW).began("u")).isEmpty();
        assertThat(events.finished("u", NOW).failed("u", NOW.plusSeconds(1)).began("u")).contains(NOW.plusSeconds(1));
    }

    /** The Service changed while its result was written. */
    @Test
    void endOfEarlierWorkDoesNotFinishWorkThatBeganLater() {
        ReportedEvents events = ReportedEvents.NONE.announced(Set.of("u"), Set.of("u"), NOW)
                .announced(Set.of("u"), Set.of("u"), NOW.plusSeconds(1));
        assertThat(events.finished("u", NOW).began("u")).contains(NOW.plusSeconds(1));
    }

    @Test
    void failureAppliesUntilTheServiceIsServed() {
        ReportedEvents events = ReportedEvents.NONE.failed("u", NOW).failed("v", NOW);
        assertThat(events.succeeded("u").failing()).containsExactly("v");
        assertThat(events.deleted("v").failing()).containsExactly("u");
        assertThat(events.deleted("v").began("v")).isEmpty();
    }

    @Test
    void whatIsGoneIsForgotten() {
        ReportedEvents events = ReportedEvents.NONE.announced(Set.of("u"), Set.of("u"), NOW)
                .changed(Set.of("u"))
                .withoutNodes(Set.of("u"))
                .failed("u", NOW);
        assertThat(events.retain(Set.of("u"))).isSameAs(events);
        assertThat(events.retain(Set.of())).isEqualTo(ReportedEvents.NONE);
        assertThat(events.deleted("u")).isEqualTo(ReportedEvents.NONE);
    }
}
