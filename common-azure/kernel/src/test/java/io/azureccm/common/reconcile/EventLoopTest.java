package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLoopTest {
    private static final String LANE = "sum";

    /** What happens to {@link Sums}: a number came in, or the sum was written. */
    sealed interface Event {
        record Number(int value) implements Event {}

        record Written(int sum) implements Event {}
    }

    record State(int sum, int written) {}

    record Plan(int write, boolean ready) {}

    /** Keeps a written sum equal to the sum of all numbers, with one write at a time. */
    private static final class Sums implements Scope<Event, State, Plan> {
        private final List<String> steps = new ArrayList<>();
        private final List<Integer> writes = new ArrayList<>();
        private boolean fails;
        private boolean writesFail;

        @Override
        public State begin(Instant now) {
            return new State(0, 0);
        }

        @Override
        public State absorb(State known, List<Event> events, Instant now) {
            steps.add("absorb " + events.size());
            State next = known;
            for (Event event : events) {
                next = switch (event) {
                    case Event.Number(int value) -> new State(next.sum() + value, next.written());
                    case Event.Written(int sum) -> new State(next.sum(), sum);
                };
            }
            return next;
        }

        @Override
        public Plan plan(State known, Lanes underWay, Instant now) {
            steps.add("plan");
            if (fails)
                throw new IllegalStateException("defect");
            return new Plan(known.sum(), known.sum() != known.written() && !underWay.isBusy(LANE));
        }

        @Override
        public void print(Plan plan) {
            steps.add("print " + plan.write());
        }

        @Override
        public State dispatch(State known, Plan plan, Dispatcher<Event> dispatcher, Instant now) {
            if (plan.ready()) {
                dispatcher.dispatch(LANE, () -> {
                    if (writesFail)
                        throw new IllegalStateException("defect");
                    writes.add(plan.write());
                    return new Event.Written(plan.write());
                });
            }
            return known;
        }

        @Override
        public State project(State known, Plan plan, Dispatcher<Event> dispatcher, Instant now) {
            steps.add("project");
            return known;
        }

        @Override
        public Instant nextTurn(State known, Plan plan, Instant now) {
            return now.plus(Duration.ofHours(1));
        }
    }

    private final Sums sums = new Sums();
    private final LoopDriver<Event, State, Plan> driver = new LoopDriver<Event, State, Plan>().begin(sums);

    @Test
    void aTurnAbsorbsAllEventsAtOnceAndTakesItsStepsInOrder() {
        driver.inbox().post(new Event.Number(1));
        driver.inbox().post(new Event.Number(2));

        driver.turn();

        assertThat(sums.steps).containsExactly("absorb 2", "plan", "print 3", "project");
    }

    @Test
    void aPlanThatIsTheSameIsNotPrintedAgain() {
        driver.turn();
        driver.turn();

        assertThat(sums.steps).containsOnlyOnce("print 0");
    }

    @Test
    void whatHappensDuringAWriteIsPartOfTheNextOneAndNotOfASecondBesideIt() {
        driver.inbox().post(new Event.Number(1));
        driver.turn();
        driver.inbox().post(new Event.Number(2));
        driver.turn();
        driver.inbox().post(new Event.Number(4));
        driver.turn();

        assertThat(driver.waiting()).isOne();
        driver.settle();
        assertThat(sums.writes).containsExactly(1, 7);
        assertThat(driver.known()).isEqualTo(new State(7, 7));
    }

    @Test
    void aLaneIsBusyUntilTheEndOfItsOperationHasBeenAbsorbed() {
        driver.inbox().post(new Event.Number(1));
        driver.turn();
        driver.runOperations();
        driver.inbox().post(new Event.Number(2));

        driver.turn();

        assertThat(driver.known()).isEqualTo(new State(3, 1));
        assertThat(driver.waiting()).isOne();
    }

    @Test
    void theSameEventsInTheSameOrderGiveTheSameSteps() {
        Sums other = new Sums();
        LoopDriver<Event, State, Plan> second = new LoopDriver<Event, State, Plan>().begin(other);
        for (LoopDriver<Event, State, Plan> each : List.of(driver, second)) {
            each.inbox().post(new Event.Number(5));
            each.turn();
            each.inbox().post(new Event.Number(6));
            each.settle();
        }

        assertThat(other.steps).isEqualTo(sums.steps);
        assertThat(other.writes).isEqualTo(sums.writes);
    }

    @Test
    void whoBeginsAnewKnowsNothingOfWhatEndedBefore() {
        driver.inbox().post(new Event.Number(1));
        driver.turn();
        driver.runOperations();

        driver.begin(sums);
        driver.turn();

        assertThat(driver.known()).isEqualTo(new State(0, 0));
    }

    @Test
    void aWriteWithADefectIsPlannedAgainAfterAPauseAndNotWithoutEnd() {
        sums.writesFail = true;
        driver.inbox().post(new Event.Number(1));
        driver.settle();

        assertThat(driver.due()).isEqualTo(VirtualClock.START.plusSeconds(1));
        sums.writesFail = false;
        driver.advance(Duration.ofSeconds(1));
        assertThat(sums.writes).containsExactly(1);
    }

    @Test
    void aTurnThatFailsLeavesItToItsThreadToBeginAnew() {
        sums.fails = true;

        assertThatThrownBy(driver::turn).hasMessage("defect");
    }
}
