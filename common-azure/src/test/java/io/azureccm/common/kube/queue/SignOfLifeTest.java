package io.azureccm.common.kube.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whether a worker is alive is only told by the worker. */
class SignOfLifeTest {
    private final VirtualNanos clock = new VirtualNanos();
    private final CoalescingQueue<String, String> queue = new CoalescingQueue<>(
            QueueSettings.windows(Duration.ZERO, Duration.ofSeconds(1)), String::concat, clock);

    @Test
    void timeRunsFromTheFirstQuestionThatNobodyAnswers() {
        assertThat(queue.knock()).isZero();
        clock.advance(Duration.ofSeconds(5));
        assertThat(queue.knock()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    @Timeout(600)
    void workerThatWaitsForWorkAnswersAndOneThatDiedDoesNot() throws InterruptedException {
        Thread worker = Thread.ofVirtual().start(() -> {
            try {
                queue.take();
            } catch (InterruptedException died) {
                Thread.currentThread().interrupt();
            }
        });
        queue.knock();
        clock.advance(Duration.ofSeconds(5));
        while (!queue.knock().isZero()) {
            Thread.sleep(5);
        }
        worker.interrupt();
        worker.join();
        queue.knock();
        clock.advance(Duration.ofSeconds(7));
        assertThat(queue.knock()).isGreaterThanOrEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void listenerHearsHowLongKeysWaitAndAreWorkedOn() {
        List<String> heard = new ArrayList<>();
        queue.listen(new QueueListener() {
            @Override
            public void handedOut(Duration waited) {
                heard.add("waited " + waited.toSeconds());
            }

            @Override
            public void ended(Duration took) {
                heard.add("took " + took.toSeconds());
            }
        });
        queue.add("a", "", Priority.CHANGED);
        clock.advance(Duration.ofSeconds(2));
        queue.poll();
        clock.advance(Duration.ofSeconds(3));
        assertThat(queue.stats().work())
                .isEqualTo(new QueueStats.InWork(1, Duration.ofSeconds(3), Duration.ofSeconds(3)));
        queue.done("a");
        assertThat(heard).containsExactly("waited 2", "took 3");
    }
}
