package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.common.reconcile.turn.TurnSteps;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopThreadTest {
    private final BlockingQueue<List<String>> taken = new LinkedBlockingQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger worked = new AtomicInteger();
    private final CountDownLatch inTurn = new CountDownLatch(1);
    private final AtomicBoolean fails = new AtomicBoolean();
    private final AtomicBoolean failsLate = new AtomicBoolean();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final Inbox<String> inbox = new Inbox<>();
    private final Dispatcher<String> dispatcher = new Dispatcher<>(Dispatcher.threads("test"), inbox,
            InstantSource.system());
    private final LoopThread thread = new LoopThread("test",
            new EventLoop<>(new Echo(), inbox, dispatcher, InstantSource.system()), InstantSource.system());

    /** Starts an operation because of an event. */
    private record Start(String event) implements Effect {}

    /** Hands out what it takes; an event {@code "work"} is an operation that waits at a gate. */
    private final class Echo
            implements
                Scope<String, List<String>, String, Start>,
                TurnSteps<String, List<String>, String, Start> {
        @Override
        public List<String> begin(Instant now) {
            begun.incrementAndGet();
            return List.of();
        }

        @Override
        public List<String> update(List<String> known, List<String> events, Instant now) {
            if (!events.isEmpty())
                taken.add(events);
            return events;
        }

        @Override
        public String plan(List<String> known, Lanes underWay, Instant now) {
            if (fails.getAndSet(false))
                throw new IllegalStateException("a defect that the log shows");
            return "";
        }

        @Override
        public TurnSteps<String, List<String>, String, Start> steps() {
            return this;
        }

        @Override
        public void print(String plan, Instant now) {}

        @Override
        public Result<List<String>, Start> decide(List<String> known, String plan, Lanes underWay, Instant now) {
            return new Result<>(known, known.stream()
                    .filter(event -> event.equals("slow turn") || event.equals("work"))
                    .map(Start::new)
                    .toList());
        }

        @Override
        public void perform(Start start, Dispatcher<String> to) {
            if (start.event().equals("slow turn")) {
                inTurn.countDown();
                gateThatStopsNobody();
                if (failsLate.get())
                    throw new IllegalStateException("a defect that the log shows");
                to.dispatch("lane", () -> "worked " + worked.incrementAndGet());
            } else {
                to.dispatch("lane", () -> {
                    worked.incrementAndGet();
                    awaitGate();
                    return "worked";
                });
            }
        }

        @Override
        public Instant nextTurn(List<String> known, String plan, Instant now) {
            return Instant.MAX;
        }
    }

    @AfterEach
    void end() {
        gate.countDown();
        assertThat(thread.stop(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void eventsWakeTheLoopAndThoseFromBeforeTheStartAreNotHeard() throws InterruptedException {
        inbox.post("too early");
        thread.start(() -> true);
        inbox.post("one");

        assertThat(taken.poll(20, TimeUnit.SECONDS)).containsExactly("one");
    }

    @Test
    void theEndOfAnOperationIsATurn() throws InterruptedException {
        thread.start(() -> true);
        inbox.post("work");
        assertThat(taken.poll(20, TimeUnit.SECONDS)).containsExactly("work");
        gate.countDown();

        assertThat(taken.poll(20, TimeUnit.SECONDS)).containsExactly("worked");
    }

    @Test
    void aStopWaitsForWhatIsUnderWay() throws InterruptedException {
        thread.start(() -> true);
        inbox.post("work");
        assertThat(taken.poll(20, TimeUnit.SECONDS)).containsExactly("work");
        while (!dispatcher.isBusy("lane"))
            Thread.onSpinWait();

        assertThat(thread.stop(Duration.ofMillis(50))).isFalse();
        gate.countDown();
        assertThat(thread.stop(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void nothingIsDispatchedByATurnThatEndsAfterTheStop() throws InterruptedException {
        stopDuringASlowTurn();

        assertThat(worked).hasValue(0);
    }

    @Test
    void aLoopThatHasStoppedDoesNotFailWhateverItsLastTurnDid() throws InterruptedException {
        failsLate.set(true);
        stopDuringASlowTurn();

        assertThat(thread.stats().defects()).isOne();
        assertThat(thread.stats().failing()).isEqualTo(LoopStats.Failing.NONE);
    }

    private void stopDuringASlowTurn() throws InterruptedException {
        thread.start(() -> true);
        inbox.post("slow turn");
        inTurn.await();
        assertThat(thread.isIdle()).isFalse();
        Thread stopping = Thread.ofVirtual().start(() -> thread.stop(Duration.ofSeconds(20)));
        while (stopping.getState() != Thread.State.TIMED_WAITING && stopping.getState() != Thread.State.TERMINATED)
            Thread.onSpinWait();
        gate.countDown();
        stopping.join();
    }

    @Test
    void aLoopIsIdleWhenNothingIsLeftToAbsorbAndNothingUnderWay() throws InterruptedException {
        thread.start(() -> true);
        while (thread.stats().turns() == 0)
            Thread.onSpinWait();
        inbox.post("work");
        assertThat(taken.poll(20, TimeUnit.SECONDS)).containsExactly("work");
        assertThat(thread.isIdle()).isFalse();
        gate.countDown();
        while (!thread.isIdle())
            Thread.onSpinWait();

        assertThat(taken).containsExactly(List.of("worked"));
        assertThat(thread.stats().posted()).as("the start, the event, and the end of the operation").isEqualTo(3);
        assertThat(thread.stats().turns()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"PT0.009S, PT0S", "PT0.01S, PT0.01S", "PT0.2S, PT0.2S", "PT3S, PT0.25S"})
    void aLongTurnIsFollowedByARestSoThatMoreEventsAreTakenAtOnce(Duration took, Duration rest) {
        assertThat(LoopThread.rest(took)).isEqualTo(rest);
    }

    @Test
    @Timeout(30)
    void whatEndsDuringARestIsTakenRightAfterIt() throws InterruptedException {
        Inbox<String> resting = new Inbox<>();
        resting.wake();
        resting.pause(Duration.ZERO);

        resting.await(Duration.ofHours(1));
    }

    @Test
    void aTurnThatFailedIsMadeAnewFromTheBeginning() throws InterruptedException {
        fails.set(true);
        thread.start(() -> true);
        while (begun.get() < 2)
            Thread.sleep(5);
        inbox.post("after the defect");

        assertThat(taken.poll(20, TimeUnit.SECONDS)).containsExactly("after the defect");
        assertThat(thread.stats().defects()).isOne();
    }

    @Test
    void aLoopThatWaitsForEventsGivesSignsOfLife() {
        thread.start(() -> true);
        thread.lastTurn();
        Instant asked = Instant.now();
        while (thread.lastTurn().isBefore(asked))
            Thread.onSpinWait();
    }

    @Test
    void aLoopThatStartsAgainOwesNoSignOfLifeThatWasAskedForBeforeItStopped() {
        VirtualClock clock = new VirtualClock();
        Inbox<String> lead = new Inbox<>(() -> clock.instant().toEpochMilli() * 1_000_000);
        lead.open();
        lead.sinceSignOfLife();
        lead.shut();
        clock.advance(Duration.ofHours(3));
        lead.open();
        assertThat(lead.sinceSignOfLife()).isZero();
    }

    private void gateThatStopsNobody() {
        boolean stopped = false;
        while (gate.getCount() > 0) {
            stopped |= Thread.interrupted();
            Thread.onSpinWait();
        }
        if (stopped)
            Thread.currentThread().interrupt();
    }

    private void awaitGate() {
        try {
            gate.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
