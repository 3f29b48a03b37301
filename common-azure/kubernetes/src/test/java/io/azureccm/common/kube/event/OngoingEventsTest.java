package io.azureccm.common.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What holds is told again when it ends and comes back, when its object changes, and by a new leader. */
class OngoingEventsTest extends OngoingEventsCase {
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
    void changedObjectHearsNothingUntilItWasLookedAtAndThenEverythingAnew() {
        hold("bad");
        ongoing.changed(Set.of(WEB.uid()));
        advance(Duration.ofMinutes(2));
        assertThat(api.writes).as("what was wrong may have been mended").hasSize(1);
        hold("bad");
        advance(Duration.ZERO);
        assertThat(api.writes).as("found by somebody who looked before the change").hasSize(1);

        assertThat(ongoing.takeChanged(List.of(WEB.uid(), "other"))).containsExactly(WEB.uid());
        ongoing.hold(MISTAKE, WEB, "changed", List.of(warning("bad")), List.of());
        advance(Duration.ofSeconds(8));
        assertThat(api.writes).extracting(Write::count).containsExactly(1, 2, 3);
    }

    @Test
    void changeThatLeavesWhatTheUserWroteGoesOnWithTheSeries() {
        hold("bad");
        ongoing.changed(Set.of(WEB.uid()));
        ongoing.takeChanged(Set.of(WEB.uid()));
        ongoing.hold(MISTAKE, web("8"), "content", List.of(warning("bad")), List.of());
        advance(Duration.ofSeconds(7));
        assertThat(api.writes).hasSize(1);
        advance(Duration.ofSeconds(1));
        assertThat(api.writes).hasSize(2);
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
        ongoing.end(NOTICE);
        advance(Duration.ofHours(2));
        assertThat(api.writes).hasSize(4);
    }

    /** As when the failed write of an earlier attempt is reported beside that of the latest one. */
    @Test
    void whatHoldsIsNotToldOnceMoreWithTheIdOfAnEarlierRequest() {
        List<EventNote> refused = List.of(warning("refused (request id dca0c749-607e-4c86-b54b-3c40881e2907)"),
                warning("refused (request id e4d93032-2137-4073-a9a6-100461edd57a)"));
        ongoing.hold(MISTAKE, WEB, "content", refused.subList(0, 1), List.of());
        ongoing.hold(MISTAKE, WEB, "content", refused.subList(1, 2), refused.subList(0, 1));
        advance(Duration.ofSeconds(7));

        assertThat(api.writes).hasSize(1);
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
}
