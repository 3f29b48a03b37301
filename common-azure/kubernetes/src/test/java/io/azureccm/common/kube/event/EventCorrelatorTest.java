package io.azureccm.common.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventCorrelatorTest {
    private static final ObjectRef WEB = new ObjectRef("v1", "Service", "shop", "web", "uid-1", "7");
    private static final ObjectRef NODE = new ObjectRef("v1", "Node", "", "node-1", "node-1", "");

    private Instant now = Instant.parse("2026-11-21T10:00:00.000000001Z");
    private final EventCorrelator correlator = new EventCorrelator(() -> now,
            () -> Duration.between(Instant.EPOCH, now).toNanos());

    @Test
    void theFirstTimeAnEventIsMadeWithEverythingAReaderNeeds() {
        Event event = created(
                EventNote.normal("service-controller", WEB, "EnsuringLoadBalancer", "Ensuring load balancer"));
        assertThat(event.getMetadata().getName()).isEqualTo("web.18ea0717bd2c4001");
        assertThat(event.getMetadata().getNamespace()).isEqualTo("shop");
        assertThat(event.getInvolvedObject()).satisfies(object -> {
            assertThat(object.getKind()).isEqualTo("Service");
            assertThat(object.getUid()).isEqualTo("uid-1");
            assertThat(object.getResourceVersion()).isEqualTo("7");
        });
        assertThat(event).extracting(Event::getType, Event::getReason, Event::getMessage, Event::getCount,
                Event::getFirstTimestamp, Event::getLastTimestamp, Event::getReportingComponent,
                each -> each.getSource().getComponent())
                .containsExactly("Normal", "EnsuringLoadBalancer", "Ensuring load balancer", 1, "2026-11-21T10:00:00Z",
                        "2026-11-21T10:00:00Z", "service-controller", "service-controller");
    }

    @Test
    void eventsOfNodesLiveInTheDefaultNamespace() {
        Event event = created(EventNote.normal("c", NODE, "Synced", "Node synced successfully"));
        assertThat(event.getMetadata().getNamespace()).isEqualTo("default");
        assertThat(event.getInvolvedObject().getNamespace()).isNull();
    }

    @Test
    void theSameAgainRaisesTheCountOfTheSameEventEvenIfTheObjectWasChanged() {
        Event first = created(normal("same"));
        advance(Duration.ofMinutes(3));
        ObjectRef changed = new ObjectRef("v1", "Service", "shop", "web", "uid-1", "8");
        EventOccurrence again = repeated(EventNote.normal("c", changed, "R", "same"));
        assertThat(again.event().getMetadata().getName()).isEqualTo(first.getMetadata().getName());
        assertThat(again.event().getFirstTimestamp()).isEqualTo("2026-11-21T10:00:00Z");
        assertThat(again.patch().toString())
                .isEqualTo("{\"count\":2,\"lastTimestamp\":\"2026-11-21T10:03:00Z\",\"message\":\"same\"}");
    }

    @Test
    void fromTheTenthMessageOnSimilarEventsAreCombined() {
        for (int i = 1; i < 10; i++)
            created(normal("m" + i));
        assertThat(created(normal("m10")).getMessage()).isEqualTo("(combined from similar events): m10");
        assertThat(repeated(normal("m11")).patch().toString()).contains("\"count\":2")
                .contains("similar events): m11");
        assertThat(repeated(normal("m12")).patch().toString()).contains("\"count\":3")
                .contains("similar events): m12");
        assertThat(created(EventNote.normal("c", WEB, "Other", "m13")).getMessage()).isEqualTo("m13");
    }

    @Test
    void afterAPauseOfTenMinutesSimilarEventsAreNoLongerCombined() {
        IntStream.rangeClosed(1, 11).forEach(i -> correlator.correlate(normal("m" + i)));
        advance(Duration.ofMinutes(10));
        repeated(normal("m12"));
        advance(Duration.ofMinutes(10).plusMillis(1));
        assertThat(created(normal("m13")).getMessage()).isEqualTo("m13");
    }

    @Test
    void whoSaysTooMuchAboutOneObjectIsNotHeardUntilTimeHasPassed() {
        for (int i = 0; i < 25; i++) {
            created(note(WEB, "R" + i));
        }
        assertThat(correlator.correlate(note(WEB, "R25"))).isEmpty();
        created(note(NODE, "R25"));
        created(EventNote.normal("other", WEB, "R25", "m"));
        advance(Duration.ofMinutes(5).minusSeconds(1));
        assertThat(correlator.correlate(note(WEB, "R26"))).isEmpty();
        advance(Duration.ofSeconds(2));
        created(note(WEB, "R27"));
        assertThat(correlator.correlate(note(WEB, "R28"))).isEmpty();
    }

    @Test
    void aWarningThatComesBackIsToldEachTimeHoweverSoon() {
        EventNote failure = EventNote.warning("c", WEB, "SyncLoadBalancerFailed", "bad value");
        Event first = created(failure);
        created(normal("mended"));
        advance(Duration.ofSeconds(3));
        EventOccurrence again = repeated(failure);
        assertThat(again.event().getMetadata().getName()).isEqualTo(first.getMetadata().getName());
        assertThat(again.event().getCount()).isEqualTo(2);
    }

    @Test
    void aSeriesThatCouldNotBeWrittenStartsAgain() {
        created(normal("same"));
        correlator.forget(normal("same"));
        assertThat(created(normal("same")).getCount()).isEqualTo(1);
    }

    @Test
    void messagesAreCutToWhatTheApiTakesBetweenCharacters() {
        assertThat(normal("x".repeat(1024)).message()).hasSize(1024);
        String cut = normal("ä😀".repeat(400)).message();
        assertThat(cut.getBytes(StandardCharsets.UTF_8).length).isBetween(1015, 1024);
        assertThat(cut).endsWith("...").doesNotContain("\uFFFD");
        assertThat(normal("😀".repeat(400)).message().codePoints().filter(point -> point == 0x1F600)).hasSize(255);
    }

    private static EventNote normal(String message) {
        return EventNote.normal("c", WEB, "R", message);
    }

    private static EventNote note(ObjectRef object, String reason) {
        return EventNote.normal("c", object, reason, "m");
    }

    private Event created(EventNote note) {
        EventOccurrence occurrence = correlator.correlate(note).orElseThrow();
        assertThat(occurrence.again()).isFalse();
        return occurrence.event();
    }

    private EventOccurrence repeated(EventNote note) {
        EventOccurrence occurrence = correlator.correlate(note).orElseThrow();
        assertThat(occurrence.again()).isTrue();
        return occurrence;
    }

    private void advance(Duration time) {
        now = now.plus(time);
    }
}
