package io.azureccm.common.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds is told when it begins and, more and more rarely, while it holds. */
class OngoingEventsScheduleTest extends OngoingEventsCase {
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
            assertThat(OngoingSeries.pauseAfter(times)).isBetween(Duration.ofSeconds(1),
                    Duration.ofMinutes(50));
        assertThat(OngoingSeries.pauseAfter(1)).isLessThan(Duration.ofSeconds(10));
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
    void lostEventIsToldAMinuteLaterEvenIfTheObjectHasBeenWrittenSince() {
        hold("bad");
        advance(Duration.ofMinutes(31));
        int before = api.writes.size();
        EventNote newer = EventNote.warning("c", web("8"), "SyncLoadBalancerFailed", "bad");
        ongoing.hold(MISTAKE, newer.object(), "content", List.of(newer), List.of());
        ongoing.lost(warning("bad"));
        advance(Duration.ofMinutes(1));
        assertThat(api.writes).hasSize(before + 1);
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
}
