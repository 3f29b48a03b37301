package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class DispatcherTest {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Inbox<String> inbox = new Inbox<>();
    private final VirtualClock clock = new VirtualClock();
    private final Dispatcher<String> dispatcher = new Dispatcher<>(tasks::add, inbox, clock);

    @Test
    void oneLaneHasOneOperationAtATimeAndOthersGoOn() {
        dispatcher.dispatch("a", () -> "a ended");
        dispatcher.dispatch("b", () -> "b ended");

        assertThatThrownBy(() -> dispatcher.dispatch("a", () -> "again")).hasMessageContaining("lane a is busy");
        tasks.forEach(Runnable::run);
        assertThat(ended()).containsExactly("a ended", "b ended");
        assertThat(dispatcher.isBusy("a")).isFalse();
    }

    @Test
    void theLaneOfAnOperationWithADefectPausesEachTimeLongerAndOthersGoOn() {
        runDefect("a");
        dispatcher.dispatch("b", () -> "b ended");
        tasks.remove().run();

        assertThat(ended()).containsExactly("b ended");
        assertThat(dispatcher.isBusy("a")).isTrue();
        assertThat(dispatcher.nextFree()).contains(VirtualClock.START.plusSeconds(1));
        assertThatThrownBy(() -> dispatcher.dispatch("a", () -> "again")).hasMessageContaining("lane a is busy");
        clock.advance(Duration.ofSeconds(1));
        assertThat(ended()).isEmpty();
        runDefect("a");
        assertThat(dispatcher.nextFree()).contains(clock.instant().plusSeconds(2));
        assertThat(dispatcher.defects()).isEqualTo(2);
    }

    @Test
    void theFirstPauseIsShortAgainAfterAnOperationThatEndedAsItShould() {
        runDefect("a");
        clock.advance(Duration.ofSeconds(1));
        ended();
        dispatcher.dispatch("a", () -> "a ended");
        tasks.remove().run();
        assertThat(ended()).containsExactly("a ended");

        runDefect("a");

        assertThat(dispatcher.nextFree()).contains(clock.instant().plusSeconds(1));
    }

    @Test
    void theLaneOfAnOperationThatCannotBeStartedPausesLikeThatOfADefect() throws InterruptedException {
        Dispatcher<String> full = new Dispatcher<>(task -> {
            throw new RejectedExecutionException("no thread");
        }, inbox, clock);
        full.dispatch("a", () -> "a ended");

        assertThat(full.awaitIdle(Duration.ZERO)).isTrue();
        assertThat(full.takeEnded(clock.instant())).containsExactly(new Dispatcher.Ended<>("a", Optional.empty()));
        assertThat(full.nextFree()).contains(VirtualClock.START.plusSeconds(1));
        clock.advance(Duration.ofSeconds(1));
        full.takeEnded(clock.instant());
        assertThat(full.isBusy("a")).isFalse();
    }

    @Test
    void errorOnTheStartOfAThreadIsNotHidden() {
        Dispatcher<String> full = new Dispatcher<>(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        }, inbox, clock);
        assertThatThrownBy(() -> full.dispatch("a", () -> "a ended")).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void nothingIsStartedAfterAClose() {
        dispatcher.close();
        dispatcher.dispatch("a", () -> "a ended");

        assertThat(tasks).isEmpty();
        assertThat(dispatcher.isBusy("a")).isFalse();
        dispatcher.open();
        dispatcher.dispatch("a", () -> "a ended");
        assertThat(tasks).hasSize(1);
    }

    @Test
    void idleIsWhenNoOperationRuns() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        Dispatcher<String> threads = new Dispatcher<>(Dispatcher.threads("test"), inbox, InstantSource.system());
        threads.dispatch("a", () -> {
            try {
                gate.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            return "ended";
        });

        assertThat(threads.awaitIdle(Duration.ofMillis(10))).isFalse();
        gate.countDown();
        assertThat(threads.awaitIdle(Duration.ofSeconds(20))).isTrue();
    }

    private List<String> ended() {
        return dispatcher.takeEnded(clock.instant()).stream().flatMap(each -> each.event().stream()).toList();
    }

    private void runDefect(String lane) {
        dispatcher.dispatch(lane, () -> {
            throw new IllegalStateException("defect");
        });
        tasks.remove().run();
        ended();
    }
}
