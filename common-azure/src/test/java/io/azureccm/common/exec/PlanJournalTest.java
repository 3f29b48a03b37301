package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.PlanText;
import io.azureccm.common.core.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanJournalTest {
    private final PlanJournal journal = new PlanJournal(PlanText.of("services"), 3, new VirtualClock(),
            () -> "writes 9/10");

    @Test
    void plansAreNumberedAndTheLastOnesKeptNewestFirst() {
        for (int i = 1; i <= 5; i++) {
            assertThat(journal.planned(plan(put(ip("x" + i))))).isEqualTo(i);
        }
        assertThat(journal.entries()).extracting(PlanJournal.Entry::number).containsExactly(5L, 4L, 3L);
        assertThat(journal.entries().getFirst()).satisfies(entry -> {
            assertThat(entry.at()).isEqualTo(VirtualClock.START);
            assertThat(entry.text()).startsWith("Plan #5").contains("publicIPAddresses/x5", "budget left: writes 9/10");
            assertThat(entry.isDone()).isFalse();
        });
    }

    @Test
    void theOutcomeJoinsItsPlan() {
        Plan plan = plan(put(ip("a")));
        long number = journal.planned(plan);
        journal.planned(plan(put(ip("b"))));
        journal.executed(number, new PlanOutcome(plan, Map.of(ip("a"), new Outcome.Unknown("lost"))),
                Duration.ofMillis(5));
        PlanJournal.Entry entry = journal.entries().getLast();
        assertThat(entry.isDone()).isTrue();
        assertThat(entry.text()).contains("Plan #1", "Outcome #1", "outcome unknown: lost", "took 5 ms");
        assertThat(entry.json().at("/operations/0/outcome/kind").asText()).isEqualTo("Unknown");
        assertThat(journal.entries().getFirst().isDone()).isFalse();
    }

    @Test
    void bodiesAreKeptForTheNewestPlansOnly() {
        for (int i = 1; i <= 3; i++) {
            Plan plan = plan(put(ip("x" + i)));
            journal.executed(journal.planned(plan), new PlanOutcome(plan, Map.of(ip("x" + i), new Outcome.NoChange())),
                    Duration.ZERO);
        }
        assertThat(journal.withBodies(3)).hasValueSatisfying(
                json -> assertThat(json.at("/operations/0/body/name").asText()).isEqualTo("x3"));
        assertThat(journal.withBodies(1)).isEmpty();
        assertThat(journal.withBodies(99)).isEmpty();
        assertThat(journal.entries()).allSatisfy(entry -> assertThat(entry.json().findValues("body")).isEmpty());
    }

    @Test
    void aPlanThatWritesNothingIsNotKept() {
        assertThat(journal.planned(plan())).isEqualTo(1);
        assertThat(journal.entries()).isEmpty();
        assertThat(journal.planned(plan(put(ip("a"))))).isEqualTo(2);
    }

    @Test
    void refusalsAloneAreKeptWhenTheyAreNews() {
        Plan refused = new Plan("lb=a", List.of(), List.of(new Refusal("Bad", "shop/web", "no")), Plan.Basis.NONE);
        Plan other = new Plan("lb=b", refused.operations(), refused.refusals(), Plan.Basis.NONE);
        Plan none = new Plan("lb=a", List.of(), List.of(), Plan.Basis.NONE);
        List.of(refused, refused, other, none, refused).forEach(journal::planned);
        assertThat(journal.entries()).extracting(PlanJournal.Entry::number).containsExactly(5L, 3L, 1L);
        assertThat(journal.entries()).allMatch(PlanJournal.Entry::isDone);
    }
}
