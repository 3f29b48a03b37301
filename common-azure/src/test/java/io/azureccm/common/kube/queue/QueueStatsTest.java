package io.azureccm.common.kube.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.reconcile.LoopStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueStatsTest {
    @Test
    void eventsOfALoopWaitAndItsOperationsAreInWork() {
        LoopStats loop = new LoopStats(3, Duration.ofSeconds(2), 10, 4,
                List.of(Duration.ofSeconds(5), Duration.ofSeconds(7)), 1);

        QueueStats stats = QueueStats.of(loop);

        assertThat(stats).isEqualTo(new QueueStats(3,
                new QueueStats.InWork(2, Duration.ofSeconds(7), Duration.ofSeconds(12)), Duration.ofSeconds(2), 10, 3,
                4, 1, 0));
        assertThat(stats.added()).as("each event is handed out, was taken together with an earlier one, or waits")
                .isEqualTo(stats.handedOut() + stats.merged() + stats.pending());
    }

    @Test
    void listenersHearOfALoopAsTheyHearOfAQueue() {
        List<String> heard = new ArrayList<>();
        QueueListener queue = new QueueListener() {
            @Override
            public void handedOut(Duration waited) {
                heard.add("waited " + waited.toSeconds());
            }

            @Override
            public void ended(Duration took) {
                heard.add("took " + took.toSeconds());
            }
        };
        queue.forLoop().absorbed(Duration.ofSeconds(2));
        queue.forLoop().ended(Duration.ofSeconds(3));

        assertThat(heard).containsExactly("waited 2", "took 3");
    }
}
