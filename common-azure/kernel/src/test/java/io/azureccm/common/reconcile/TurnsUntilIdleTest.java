package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.common.reconcile.turn.TurnSteps;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** When the turns of a loop that is run once have come to rest. */
class TurnsUntilIdleTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-05-04T03:02:01Z"));

    @Test
    void turnThatTakesLongerThanThePauseAfterItIsTheLastOneWhenItChangesNothing() throws InterruptedException {
        Counting scope = new Counting(3);

        assertThat(TurnsUntilIdle.make(loop(scope), () -> false, Duration.ofMinutes(1), now::get)).isTrue();

        assertThat(scope.turns).as("two turns that change the plan, one that does so last, and one that does not")
                .isEqualTo(4);
    }

    @Test
    void turnThatIsDueLaterIsNotWaitedFor() throws InterruptedException {
        Counting scope = new Counting(3);
        scope.took = Duration.ZERO;

        assertThat(TurnsUntilIdle.make(loop(scope), () -> false, Duration.ofMinutes(1), now::get)).isTrue();

        assertThat(scope.turns).isEqualTo(1);
    }

    private EventLoop<String, String, Integer> loop(Counting scope) {
        Inbox<String> inbox = new Inbox<>();
        return new EventLoop<>(scope, inbox, new Dispatcher<>(Runnable::run, inbox, now::get), now::get);
    }

    /** Plans a number that grows to its last one, takes two seconds for a turn, and wants the next one after one. */
    private final class Counting
            implements
                Scope<String, String, Integer, Effect>,
                TurnSteps<String, String, Integer, Effect> {
        private final int last;
        private int turns;
        private Duration took = Duration.ofSeconds(2);

        Counting(int last) {
            this.last = last;
        }

        @Override
        public String begin(Instant at) {
            return "";
        }

        @Override
        public String update(String known, List<String> events, Instant at) {
            return known;
        }

        @Override
        public Integer plan(String known, Lanes underWay, Instant at) {
            now.updateAndGet(before -> before.plus(took));
            return Math.min(++turns, last);
        }

        @Override
        public TurnSteps<String, String, Integer, Effect> steps() {
            return this;
        }

        @Override
        public void print(Integer plan, Instant at) {
            // Nobody reads it.
        }

        @Override
        public Result<String, Effect> decide(String known, Integer plan, Lanes underWay, Instant at) {
            return new Result<>(known, List.of());
        }

        @Override
        public void perform(Effect effect, Dispatcher<String> dispatcher) {
            // There is none.
        }

        @Override
        public Instant nextTurn(String known, Integer plan, Instant at) {
            return at.plusSeconds(1);
        }
    }
}
