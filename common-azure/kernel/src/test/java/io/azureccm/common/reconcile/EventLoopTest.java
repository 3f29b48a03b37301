package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.common.reconcile.turn.TurnSteps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private record Write(int sum) implements Effect {
        @Override
        public Optional<String> lane() {
            return Optional.of(LANE);
        }
    }

    /** Keeps a written sum equal to the sum of all numbers, with one write at a time. */
    private static final class Sums implements Scope<Event, State, Plan, Write>, TurnSteps<Event, State, Plan, Write> {
        private final List<String> taken = new ArrayList<>();
        private final List<Integer> writes = new ArrayList<>();
        private boolean fails;
        private boolean failsLate;
        private boolean writesFail;

        @Override
        public State begin(Instant now) {
            return new State(0, 0);
        }

        @Override
        public State update(State known, List<Event> events, Instant now) {
            taken.add("update " + events.size());
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
            taken.add("plan");
            if (fails)
                throw new IllegalStateException("defect");
            return new Plan(known.sum(), known.sum() != known.written() && !underWay.isBusy(LANE));
        }

        @Override
        public TurnSteps<Event, State, Plan, Write> steps() {
            return this;
        }

        @Override
        public void print(Plan plan, Instant now) {
            taken.add("print " + plan.write());
        }

        @Override
        public Result<State, Write> decide(State known, Plan plan, Lanes underWay, Instant now) {
            taken.add("decide");
            if (failsLate)
                throw new IllegalStateException("defect");
            return new Result<>(known, plan.ready() ? List.of(new Write(plan.write())) : List.of());
        }

        @Override
        public void perform(Write write, Dispatcher<Event> dispatcher) {
            taken.add("write " + write.sum());
            dispatcher.dispatch(LANE, () -> {
                if (writesFail)
                    throw new IllegalStateException("defect");
                writes.add(write.sum());
                return new Event.Written(write.sum());
            });
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

        assertThat(sums.taken).containsExactly("update 2", "plan", "decide", "print 3", "write 3");
    }

    @Test
    void turnThatFailsBeforeItsEndPrintsAndWritesNothing() {
        driver.inbox().post(new Event.Number(1));
        sums.failsLate = true;

        assertThatThrownBy(driver::turn).isInstanceOf(IllegalStateException.class);

        assertThat(sums.taken).containsExactly("update 1", "plan", "decide");
        assertThat(driver.waiting()).isZero();
    }

    @Test
    void laneInWhichATurnStartsAnOperationIsBusyForTheRestOfIt() {
        Effect.Collector<Write> effects = new Effect.Collector<>("other"::equals);
        effects.add(new Write(1));

        assertThat(List.of(LANE, "other", "free")).filteredOn(effects::isBusy).containsExactly(LANE, "other");
        assertThatThrownBy(() -> effects.add(new Write(2))).hasMessageContaining("is busy");
        assertThat(effects.effects()).containsExactly(new Write(1));
    }

    @Test
    void aPlanThatIsTheSameIsNotPrintedAgain() {
        driver.turn();
        driver.turn();

        assertThat(sums.taken).containsOnlyOnce("print 0");
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

        assertThat(other.taken).isEqualTo(sums.taken);
        assertThat(other.writes).isEqualTo(sums.writes);
    }

    @Test
    void aTurnThatStartsNothingBecauseTheLoopEndsIsNotRecorded() {
        List<TurnListener.Turn<Event, State, Plan>> recorded = new ArrayList<>();
        driver.turns().record(new TurnListener<>() {
            @Override
            public void began() {}

            @Override
            public void made(Turn<Event, State, Plan> turn) {
                recorded.add(turn);
            }
        });
        driver.turn();
        driver.turns().dispatcher().close();
        driver.inbox().post(new Event.Number(1));

        driver.turn();

        assertThat(recorded).singleElement()
                .matches(turn -> turn.made().plan().equals(Optional.of(new Plan(0, false))));
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
