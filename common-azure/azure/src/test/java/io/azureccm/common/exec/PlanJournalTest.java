package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Schedule;
import io.azureccm.common.core.Step;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.reconcile.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

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
    void aPlanThatOnlyWritesToKubernetesIsKeptAndOneThatOnlyReadsIsNot() {
        Plan nothing = new Plan("rt=rt", List.of(), List.of(), Plan.Basis.NONE);
        journal.planned(
                nothing.with(new Schedule(List.of(Step.read("routeTables/rt", "NotKnown")), Map.of())));
        journal.planned(nothing.with(new Schedule(
                List.of(Step.kubernetes("node n1", "NetworkUnavailable=False", "RouteCreated")), Map.of())));

        assertThat(journal.entries()).singleElement()
                .satisfies(entry -> assertThat(entry.text()).contains("> node n1", "1 to Kubernetes"));
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
    void planWhoseWriteIsRefusedForDaysKeepsTheLatestAttempts() {
        Plan plan = plan(put(ip("a")));
        long number = journal.planned(plan);
        for (int i = 1; i <= 2_000; i++)
            journal.ended(number, plan.operations().getFirst(), new Outcome.Unknown("attempt " + i), Duration.ZERO);
        assertThat(journal.entries().getFirst().text()).startsWith("Plan #1")
                .contains("... and 1500 earlier lines", "attempt 2000")
                .doesNotContain("attempt 1500\n")
                .hasLineCount(504);
    }

    @Test
    void plansOfAnotherKindAreNumberedAndKeptAmongTheOthers() {
        journal.planned(plan(put(ip("a"))));
        long number = journal.plannedInCluster(new Plan("nodes", List.of(), List.of(), Plan.Basis.of(1, 3),
                new Schedule(List.of(Step.kubernetes("node n1", "taint initialised", "NodeAdded")), Map.of())));
        assertThat(journal.entries().getFirst().isDone()).isFalse();

        journal.executed(number, "Outcome #2  written");

        assertThat(journal.entries()).extracting(PlanJournal.Entry::number).containsExactly(2L, 1L);
        assertThat(journal.entries().getFirst()).satisfies(entry -> {
            assertThat(entry.text()).isEqualTo("""
                    Plan #2  nodes  services=1 changed / 3 known
                      > node n1  taint initialised   NodeAdded
                      calls: 0 writes, 1 to Kubernetes
                    Outcome #2  written""");
            assertThat(entry.json().path("outcome").asText()).isEqualTo("Outcome #2  written");
            assertThat(entry.isDone()).isTrue();
        });
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
    void writeThatTheEarlierPlanMakesIsDoneInTheNewestToo() {
        Operation made = put(ip("a"));
        long first = journal.planned(plan(made));
        journal.planned(plan(made, put(ip("b"))));
        journal.ended(first, made, new Outcome.Applied(null), Duration.ofMillis(5));

        PlanJournal.Entry newest = journal.entries().getFirst();
        assertThat(newest.text()).endsWith("Outcome #2  ~ publicIPAddresses/a  Applied by plan #1");
        assertThat(newest.json().at("/operations/0/outcome/madeByPlan").asLong()).isEqualTo(1);
        assertThat(newest.isDone()).isFalse();
        PlanJournal.Entry superseded = journal.entries().getLast();
        assertThat(superseded.text()).contains("Plan #1 is superseded by #2");
        assertThat(superseded.json().path("supersededBy").asLong()).isEqualTo(2);
        assertThat(superseded.isDone()).isTrue();
        journal.ended(2, put(ip("b")), new Outcome.Applied(null), Duration.ofMillis(5));
        assertThat(journal.entries().getFirst().isDone()).isTrue();
    }

    @Test
    void writeThatFailsOrDiffersIsNotThatOfTheNewestPlan() {
        Operation failing = put(ip("a"));
        Operation other = put(ip("b"));
        long first = journal.planned(plan(failing, other));
        journal.planned(plan(failing, Operation.delete(ip("b"), List.of())));
        journal.ended(first, failing, new Outcome.Unknown("lost"), Duration.ofMillis(5));
        journal.ended(first, other, new Outcome.Applied(null), Duration.ofMillis(5));

        assertThat(journal.entries().getFirst().text()).doesNotContain("Outcome");
        journal.nothingLeft(plan());
        assertThat(journal.entries().getFirst()).satisfies(newest -> {
            assertThat(newest.isDone()).isTrue();
            assertThat(newest.text()).endsWith("Plan #2 has nothing left to write");
        });
    }

    @Test
    void planWhoseLastOutcomesComeAfterThePlanThatSeesThemIsNotToldToHaveNothingLeft() {
        Operation write = put(ip("a"));
        long number = journal.planned(plan(write));
        journal.nothingLeft(plan());
        journal.ended(number, write, new Outcome.Applied(null), Duration.ofMillis(5));

        assertThat(journal.entries().getFirst().text())
                .endsWith("Outcome #1  ~ publicIPAddresses/a  Applied  took 5 ms")
                .doesNotContain("nothing left");
    }

    @Test
    void refusalsOfThePlanBeforeAreOnlyInTheTextOfOnePlan() {
        Refusal old = new Refusal("Bad", "shop/old", "no");
        Refusal over = new Refusal("Bad", "shop/over", "no");
        Refusal news = new Refusal("Bad", "shop/news", "no");
        journal.planned(new Plan("lb=a", List.of(), List.of(old, over), Plan.Basis.NONE));
        journal.planned(new Plan("lb=a", List.of(put(ip("a"))), List.of(old, news), Plan.Basis.NONE));

        PlanJournal.Entry newest = journal.entries().getFirst();
        assertThat(newest.text()).contains("! refused  shop/old", "! refused  shop/news");
        assertThat(newest.news())
                .contains("! refused  shop/news", "! refused no more  shop/over", "! 1 refused as before")
                .doesNotContain("shop/old");
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

    @Test
    void whatWentAsPlannedIsLoggedInOneLineAndOnlyTheRestIsAWarning() {
        Plan plan = plan(put(ip("a")), put(ip("b")).awaiting(Set.of("address of a")));
        assertThat(logged(plan, new Outcome.Applied(null), new Outcome.NotAttempted(Reason.DEFERRED, "awaits")))
                .containsExactly("INFO Outcome #1  lb=kubernetes  1 Applied, 1 NotAttempted DEFERRED  took 0 ms");
        assertThat(logged(plan, new Outcome.Unknown("lost"), new Outcome.NotAttempted(Reason.DEFERRED, "awaits")))
                .singleElement()
                .asString()
                .startsWith("WARN Outcome #2")
                .contains("outcome unknown: lost");
        assertThat(logged(plan(), null, null)).isEmpty();
    }

    @Test
    void aPlanCarriedOutPieceByPieceIsDoneWhenAllThatItDidNotDeferHasEnded() {
        Operation a = put(ip("a"));
        Operation b = put(ip("b"));
        long number = journal.planned(plan(a, b, put(ip("c")).awaiting(Set.of("address of a"))));

        journal.ended(number, a, new Outcome.Applied(null), Duration.ofMillis(5));
        assertThat(journal.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.isDone()).isFalse();
            assertThat(entry.text()).startsWith("Plan #1").contains("publicIPAddresses/a  Applied", "took 5 ms");
            assertThat(entry.json().findValuesAsText("kind")).contains("Applied", "NotAttempted");
            assertThat(entry.json().toString()).contains("not sent yet");
        });

        journal.ended(number, b, new Outcome.Unknown("lost"), Duration.ZERO);
        assertThat(journal.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.isDone()).isTrue();
            assertThat(entry.text()).contains("publicIPAddresses/a  Applied", "outcome unknown: lost");
            assertThat(entry.json().findValuesAsText("kind")).contains("Applied", "Unknown", "NotAttempted");
            assertThat(entry.json().findValues("body")).isEmpty();
        });
        assertThat(journal.withBodies(number)).hasValueSatisfying(
                json -> assertThat(json.findValuesAsText("kind")).contains("Applied", "Unknown"));
    }

    @Test
    void anOperationThatEndsAfterItsPlanIsNoLongerKeptChangesNoOther() {
        Operation late = put(ip("late"));
        long number = journal.planned(plan(late));
        for (int i = 1; i <= 3; i++)
            journal.planned(plan(put(ip("x" + i))));
        List<PlanJournal.Entry> before = journal.entries();

        journal.ended(number, late, new Outcome.Applied(null), Duration.ZERO);
        assertThat(journal.entries()).usingRecursiveFieldByFieldElementComparatorIgnoringFields("source")
                .isEqualTo(before);
        assertThat(journal.entries()).extracting(PlanJournal.Entry::json)
                .isEqualTo(before.stream().map(PlanJournal.Entry::json).toList());
    }

    @Test
    void anOperationThatEndsAfterBodiesWereGivenUpIsAddedToTextAndJson() {
        Operation late = put(ip("late"));
        Operation later = put(ip("later"));
        long number = journal.planned(plan(late, later));
        journal.planned(plan(put(ip("x1"))));
        journal.planned(plan(put(ip("x2"))));

        journal.ended(number, late, new Outcome.Applied(null), Duration.ZERO);
        assertThat(journal.entries().getLast()).satisfies(entry -> {
            assertThat(entry.number()).isEqualTo(number);
            assertThat(entry.isDone()).isTrue();
            assertThat(entry.text()).contains("publicIPAddresses/late  Applied");
            assertThat(entry.json().at("/operations/0/outcome/kind").asText()).isEqualTo("Applied");
            assertThat(entry.json().at("/operations/1/outcome").isMissingNode()).isTrue();
            assertThat(entry.json().path("allGood").asBoolean()).isFalse();
        });
        journal.ended(number, later, new Outcome.Applied(null), Duration.ZERO);
        assertThat(journal.entries().getLast().json().path("allGood").asBoolean()).isTrue();
        assertThat(journal.withBodies(number)).isEmpty();
    }

    /** What the journal logs about an outcome, after it has logged the plan. */
    private List<String> logged(Plan plan, Outcome a, Outcome b) {
        long number = journal.planned(plan);
        Logger logger = (Logger) LoggerFactory.getLogger(PlanJournal.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            Map<ArmId, Outcome> outcomes = plan.isEmpty() ? Map.of() : Map.of(ip("a"), a, ip("b"), b);
            journal.executed(number, new PlanOutcome(plan, outcomes), Duration.ZERO);
        } finally {
            logger.detachAppender(lines);
        }
        return lines.list.stream().map(line -> line.getLevel() + " " + line.getFormattedMessage()).toList();
    }
}
