package io.azureccm.common.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds is told when it begins and while it holds, in virtual time, against an API that forgets events after an hour. */
class OngoingEventsTest {
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    private static final String MISTAKE = "mistake";
    private static final String NOTICE = "notice";
    private static final ObjectRef WEB = web("7");

    private Duration elapsed = Duration.ZERO;
    private final Api api = new Api();
    private final List<EventNote> told = new ArrayList<>();
    private final EventWriter writer = new EventWriter(api,
            new EventCorrelator(EventSettings.DEFAULTS, this::now, this::nanos));
    private final OngoingEvents ongoing = new OngoingEvents(this::tell, RepeatSchedule.DEFAULT, this::nanos, () -> {});
    private boolean full;

    @BeforeEach
    void lead() {
        ongoing.begin();
    }

    @Test
    void mistakeThatStaysIsToldWithinTenSecondsThenMoreRarelyAndOnceInEveryHourForADay() {
        hold("bad");
        advance(Duration.ofHours(24));

        List<Duration> times = api.writes.stream().map(Write::at).toList();
        assertThat(times.subList(0, 7)).containsExactly(Duration.ZERO, Duration.ofSeconds(8), Duration.ofMinutes(1),
                Duration.ofMinutes(5), Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ofMinutes(70));
        for (int i = 1; i < times.size(); i++)
            assertThat(times.get(i).minus(times.get(i - 1))).isLessThanOrEqualTo(Duration.ofMinutes(50));
        assertThat(Duration.ofHours(24).minus(times.getLast())).isLessThan(Duration.ofMinutes(50));
        assertThat(times).hasSizeLessThan(45);
        assertThat(api.names()).as("one Event object, never expired").hasSize(1);
        assertThat(api.writes.getLast().count()).isEqualTo(times.size());
    }

    @Test
    void scheduleLeavesRoomForTheTimeThatEventsAreKept() {
        for (int times = 1; times < 100; times++)
            assertThat(RepeatSchedule.DEFAULT.pauseAfter(times)).isBetween(Duration.ofSeconds(1),
                    Duration.ofMinutes(50));
        assertThat(RepeatSchedule.DEFAULT.pauseAfter(1)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void mendedAndBrokenAgainIsToldAgainAtOnce() {
        hold("bad");
        advance(Duration.ofSeconds(2));
        ongoing.end(MISTAKE, WEB.uid());
        advance(Duration.ofSeconds(2));
        assertThat(api.writes).hasSize(1);
        hold("bad");
        advance(Duration.ZERO);

        assertThat(api.writes).hasSize(2);
        assertThat(api.writes.getLast()).satisfies(write -> {
            assertThat(write.at()).isEqualTo(Duration.ofSeconds(4));
            assertThat(write.count()).isEqualTo(2);
        });
        advance(Duration.ofSeconds(8));
        assertThat(api.writes).as("a series of its own").hasSize(3);
    }

    @Test
    void manyWhoLookAtTheSameMistakeMakeNoFurtherEvents() {
        for (int second = 0; second < 60; second++) {
            hold("bad");
            advance(Duration.ofSeconds(1));
        }
        assertThat(api.writes).hasSize(3);
    }

    @Test
    void expiredEventIsCreatedAnew() {
        hold("bad");
        advance(Duration.ofMinutes(31));
        api.expireAll();
        advance(Duration.ofMinutes(60));

        assertThat(api.events).hasSize(1);
        assertThat(api.events.values().iterator().next().getCount()).isEqualTo(7);
    }

    @Test
    void lostEventIsToldAMinuteLater() {
        hold("bad");
        advance(Duration.ofMinutes(31));
        int before = api.writes.size();
        api.refuses = true;
        advance(Duration.ofMinutes(40));
        api.refuses = false;
        advance(Duration.ofMinutes(1));
        assertThat(api.writes).hasSize(before + 1);
    }

    @Test
    void changedObjectHearsNothingUntilItWasLookedAtAndThenEverythingAnew() {
        hold("bad");
        ongoing.changed(Set.of(WEB.uid()));
        advance(Duration.ofMinutes(2));
        assertThat(api.writes).as("what was wrong may have been mended").hasSize(1);
        hold("bad");
        advance(Duration.ZERO);
        assertThat(api.writes).as("found by somebody who looked before the change").hasSize(1);

        assertThat(ongoing.lookAt(List.of(WEB.uid(), "other"))).containsExactly(WEB.uid());
        ongoing.hold(MISTAKE, WEB, "changed", List.of(warning("bad")), List.of());
        advance(Duration.ofSeconds(8));
        assertThat(api.writes).extracting(Write::count).containsExactly(1, 2, 3);
    }

    @Test
    void changeThatLeavesWhatTheUserWroteGoesOnWithTheSeries() {
        hold("bad");
        ongoing.changed(Set.of(WEB.uid()));
        ongoing.lookAt(Set.of(WEB.uid()));
        ongoing.hold(MISTAKE, web("8"), "content", List.of(warning("bad")), List.of());
        advance(Duration.ofSeconds(7));
        assertThat(api.writes).hasSize(1);
        advance(Duration.ofSeconds(1));
        assertThat(api.writes).hasSize(2);
    }

    @Test
    void anotherMessageIsToldAtOnceAndOneThatIsAlwaysAnotherKeepsToTheSchedule() {
        hold("one");
        hold("two");
        advance(Duration.ZERO);
        assertThat(api.writes).hasSize(2);
        hold("one");
        advance(Duration.ZERO);
        assertThat(api.writes).as("was said before").hasSize(2);
        for (int second = 0; second < 3600; second += 5) {
            hold("attempt " + second + " was refused");
            advance(Duration.ofSeconds(5));
        }
        assertThat(api.writes).hasSizeLessThan(20);
    }

    @Test
    void idOfARequestMakesNoOtherMessage() {
        hold("refused (request id 1cbe1d32-cd20-4f31-a70a-4e9eb1ae07b7)");
        hold("refused (request id 81f0c957-8f5a-497b-9d56-3fa37dbdd2b4)");
        advance(Duration.ofSeconds(8));
        assertThat(api.writes).extracting(Write::count).as("the same event").containsExactly(1, 2);
        assertThat(api.names()).hasSize(1);
    }

    @Test
    void topicsOfAnObjectDoNotEndEachOther() {
        hold("bad");
        ongoing.hold(NOTICE, WEB, "content", List.of(EventNote.warning("c", WEB, "UnknownAnnotation", "x")),
                List.of(EventNote.normal("c", WEB, "Once", "y")));
        ongoing.end(MISTAKE, WEB.uid());
        advance(Duration.ofSeconds(8));
        assertThat(api.writes).extracting(Write::reason)
                .containsExactly("SyncLoadBalancerFailed", "UnknownAnnotation", "Once", "UnknownAnnotation");
        assertThat(ongoing.holds(MISTAKE, WEB.uid())).isFalse();
        assertThat(ongoing.holds(NOTICE, WEB.uid())).isTrue();
        ongoing.end(NOTICE);
        assertThat(ongoing.holds(NOTICE, WEB.uid())).isFalse();
        advance(Duration.ofHours(2));
        assertThat(api.writes).hasSize(4);
    }

    @Test
    void severalOfOneReasonAreAllToldAndEachEndsByItself() {
        List<EventNote> twelve = IntStream.range(0, 12).mapToObj(i -> warning("annotation " + i)).toList();
        ongoing.hold(MISTAKE, WEB, "content", twelve, List.of());
        assertThat(told).hasSize(12);
        told.clear();
        ongoing.hold(MISTAKE, WEB, "content", twelve.subList(0, 1), List.of());
        elapsed = elapsed.plusSeconds(8);
        assertThat(ongoing.takeDue()).contains(twelve.getFirst());
        assertThat(ongoing.takeDue()).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void aThousandRefusedObjectsCostAFewEventsEachInAnHourAndAreForgottenWhenTheyGo() {
        Set<String> stay = Set.of("uid-0", "uid-1");
        for (int i = 0; i < 1000; i++) {
            ObjectRef object = new ObjectRef("v1", "Service", "shop", "s" + i, "uid-" + i, "1");
            ongoing.hold(MISTAKE, object, "content", List.of(EventNote.warning("c", object, "R", "bad")), List.of());
        }
        advance(Duration.ofHours(1));
        assertThat(api.writes).hasSize(6_000);
        assertThat(api.events).hasSize(1000);
        ongoing.retain(stay);
        ongoing.forget("uid-1");
        advance(Duration.ofMinutes(40));
        assertThat(api.writes).as("only one is left").hasSize(6_001);
    }

    @Test
    void newLeaderTellsWhatHoldsAndTheOldOneFallsSilent() {
        hold("bad");
        ongoing.end();
        hold("bad");
        advance(Duration.ofHours(1));
        assertThat(api.writes).as("it does not lead").hasSize(1);
        ongoing.begin();
        hold("bad");
        advance(Duration.ZERO);
        assertThat(api.writes).hasSize(2);
    }

    @Test
    void whatFoundNoRoomIsToldAsSoonAsThereIs() {
        full = true;
        hold("bad");
        assertThat(told).isEmpty();
        assertThat(ongoing.untilDue()).contains(Duration.ZERO);
        assertThat(ongoing.takeDue()).contains(warning("bad"));
        assertThat(ongoing.untilDue()).contains(Duration.ofSeconds(8));
    }

    private void hold(String message) {
        ongoing.hold(MISTAKE, WEB, "content", List.of(warning(message)), List.of());
    }

    private boolean tell(EventNote note) {
        if (!full) {
            told.add(note);
            write(note);
        }
        return !full;
    }

    private void write(EventNote note) {
        try {
            writer.send(writer.correlate(note));
        } catch (KubernetesClientException lost) {
            writer.forget(note);
            ongoing.lost(note);
        }
    }

    /** Does at each moment what the thread of a recorder does then. */
    private void advance(Duration time) {
        Duration end = elapsed.plus(time);
        while (ongoing.untilDue().filter(wait -> elapsed.plus(wait).compareTo(end) <= 0).isPresent()) {
            elapsed = elapsed.plus(ongoing.untilDue().orElseThrow());
            Optional<EventNote> due = ongoing.takeDue();
            write(due.orElseThrow());
        }
        elapsed = end;
    }

    private Instant now() {
        return START.plus(elapsed);
    }

    /** The monotonic clock wraps around in the second hour. */
    private long nanos() {
        return Long.MAX_VALUE - Duration.ofMinutes(90).toNanos() + elapsed.toNanos();
    }

    private static EventNote warning(String message) {
        return EventNote.warning("c", WEB, "SyncLoadBalancerFailed", message);
    }

    private static ObjectRef web(String version) {
        return new ObjectRef("v1", "Service", "shop", "web", "uid-web", version);
    }

    private record Write(Duration at, String reason, int count) {}

    /** Keeps an event for an hour after its last write. */
    private final class Api implements EventSink {
        private final Map<String, Event> events = new HashMap<>();
        private final Map<String, Duration> touched = new HashMap<>();
        private final List<Write> writes = new ArrayList<>();
        private boolean refuses;

        @Override
        public void create(Event event) {
            check();
            events.put(event.getMetadata().getName(), event);
            wrote(event);
        }

        @Override
        public void patch(String namespace, String name, JsonNode patch) {
            check();
            Event event = events.get(name);
            if (event == null || elapsed.minus(touched.get(name)).compareTo(Duration.ofHours(1)) > 0)
                throw new KubernetesClientException("expired", 404, null);
            event.setCount(patch.path("count").asInt());
            wrote(event);
        }

        private void wrote(Event event) {
            touched.put(event.getMetadata().getName(), elapsed);
            writes.add(new Write(elapsed, event.getReason(), event.getCount()));
        }

        private void check() {
            if (refuses)
                throw new KubernetesClientException("no", 403, null);
        }

        void expireAll() {
            events.clear();
        }

        Set<String> names() {
            return events.keySet();
        }
    }
}
