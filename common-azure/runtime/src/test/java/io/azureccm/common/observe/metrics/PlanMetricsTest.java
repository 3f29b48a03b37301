package io.azureccm.common.observe.metrics;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.object;
import static io.azureccm.common.core.Given.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Schedule;
import io.azureccm.common.core.Step;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.exec.PlanJournal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Plans as loops print them and carry them out, piece by piece or as a whole. */
class PlanMetricsTest {
    private static final Outcome GOOD = new Outcome.Applied(null);
    private static final Outcome BAD = new Outcome.Unknown("lost");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private Instant now = Instant.EPOCH;
    private final PlanMetrics metrics = new PlanMetrics(registry, () -> now);
    private final PlanJournal journal = new PlanJournal(PlanText.of("services"), 3,
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), () -> "", () -> "", WorkSpans.NONE, metrics);

    @Test
    void thePlanIsMeasuredByAllItsWritesThoughEachIsSentByItself() {
        Operation a = create("a");
        Operation b = create("b");
        long number = journal.planned(plan(a, b));
        journal.sent(number);
        journal.sent(number);
        journal.ended(number, a, GOOD, Duration.ZERO);
        journal.ended(number, b, GOOD, Duration.ZERO);

        assertThat(registry.get("controller.plan.operations").summary().count()).isEqualTo(1);
        assertThat(registry.get("controller.plan.operations").summary().totalAmount()).isEqualTo(2);
    }

    @Test
    void aPlanEndsWithTheLastOfItsWritesAndWhatItDeferredIsInTheNext() {
        Operation a = create("a");
        Operation b = create("b");
        long number = journal.planned(plan(a, b, create("c").awaiting(Set.of("address of a"))));
        journal.sent(number);
        journal.sent(number);
        journal.ended(number, a, GOOD, Duration.ZERO);
        assertThat(plans("applied")).isZero();

        now = now.plusSeconds(3);
        journal.ended(number, b, GOOD, Duration.ZERO);
        assertThat(plans("applied")).isEqualTo(1);
        assertThat(registry.get("controller.plan.duration")
                .tag("result", "applied")
                .timer()
                .totalTime(TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void aPlanOfWhichAWriteFailedIsOpen() {
        Operation a = create("a");
        Operation b = create("b");
        long number = journal.planned(plan(a, b));
        journal.sent(number);
        journal.ended(number, a, BAD, Duration.ZERO);
        journal.sent(number);
        journal.ended(number, b, GOOD, Duration.ZERO);

        assertThat(plans("open")).isEqualTo(1);
        assertThat(plans("applied")).isZero();
    }

    @Test
    void aPlanThatWasTakenOverEndsWithWhatIsUnderWayOfIt() {
        Operation a = create("a");
        long first = journal.planned(plan(a, create("b")));
        journal.sent(first);
        journal.planned(plan(a, create("b"), create("c")));
        assertThat(plans("applied")).isZero();

        journal.ended(first, a, GOOD, Duration.ZERO);
        assertThat(plans("applied")).isEqualTo(1);
    }

    @Test
    void aPlanThatOnlyWaitedComesToNothing() {
        journal.planned(plan(create("a")));
        long second = journal.planned(plan(create("a"), create("b")));
        journal.executed(second, new PlanOutcome(plan(create("a")), Map.of(ip("a"), BAD)), Duration.ofSeconds(1));

        assertThat(plans("open")).isEqualTo(1);
        assertThat(plans("applied")).isZero();
        assertThat(plans("empty")).isZero();
    }

    @Test
    void aPlanThatWritesNothingIsEmptyAndOneThatReadsIsNone() {
        journal.planned(plan());
        journal.planned(plan().with(new Schedule(List.of(Step.read("routeTables/rt", "NotKnown")), Map.of())));

        assertThat(plans("empty")).isEqualTo(1);
    }

    @Test
    void aScopeThatHasNothingLeftToWriteHasMadeAnEmptyPlan() {
        journal.planned(plan(create("a")));
        journal.nothingLeft(plan());

        assertThat(plans("empty")).isEqualTo(1);
    }

    @Test
    void aChangeIsCountedOnceUntilThereIsNothingLeftOfIt() {
        journal.planned(plan(create("a")));
        journal.planned(plan(create("a")));
        assertThat(changes()).isEqualTo(1);

        journal.planned(plan(create("a"), create("b")));
        assertThat(changes()).isEqualTo(2);

        journal.nothingLeft(plan());
        journal.planned(plan(create("a")));
        assertThat(changes()).isEqualTo(3);
    }

    @Test
    void scopesAreCountedApart() {
        Plan one = plan(create("a"));
        Plan other = new Plan("lb=other", one.operations(), List.of(), Plan.Basis.NONE);
        long first = journal.planned(one);
        journal.sent(first);
        journal.planned(other);
        journal.ended(first, one.operations().getFirst(), GOOD, Duration.ZERO);

        assertThat(plans("applied")).isEqualTo(1);
        assertThat(changes()).isEqualTo(2);
    }

    private static Operation create(String name) {
        Change change = Change.create(ip(name), Cause.of("ServiceAdded"));
        return Operation.put(ip(name), object("{}"), "", List.of(change));
    }

    private double changes() {
        return registry.find("controller.plan.changes").counters().stream().mapToDouble(Counter::count).sum();
    }

    private long plans(String result) {
        Timer timer = registry.find("controller.plan.duration").tag("result", result).timer();
        return timer == null ? 0 : timer.count();
    }
}
