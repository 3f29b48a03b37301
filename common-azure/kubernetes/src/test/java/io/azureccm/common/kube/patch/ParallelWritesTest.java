package io.azureccm.common.kube.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.Await;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ParallelWritesTest {
    private final CountDownLatch answer = new CountDownLatch(1);
    private final List<String> begun = new CopyOnWriteArrayList<>();
    private final AtomicReference<Map<String, Future<String>>> results = new AtomicReference<>();
    private volatile boolean stillInterrupted;

    @Test
    void eachWriteTellsWhatItCameTo() {
        Map<String, Callable<String>> writes = new LinkedHashMap<>();
        writes.put("a", () -> "written");
        writes.put("b", () -> {
            throw new IllegalStateException("refused");
        });
        Map<String, Future<String>> done = new ParallelWrites("write", 2).run(writes);
        assertThat(done.get("a").resultNow()).isEqualTo("written");
        assertThat(done.get("b").exceptionNow()).hasMessage("refused");
        assertThat(new ParallelWrites("write", 2).run(Map.<String, Callable<String>>of())).isEmpty();
    }

    @Test
    void whoIsInterruptedWaitsForTheWritesUnderWay() throws InterruptedException {
        Thread writer = begin(new ParallelWrites("write", 2));
        Await.until("both are under way", () -> begun.size() == 2);
        writer.interrupt();
        Await.until("it has heard of the interruption and waits on",
                () -> !writer.isInterrupted() && writer.getState() == Thread.State.WAITING);
        assertThat(results.get()).isNull();
        answer.countDown();
        writer.join();
        assertThat(results.get().values()).extracting(Future::resultNow).containsExactly("a written", "b written");
        assertThat(stillInterrupted).as("the interruption is handed on").isTrue();
    }

    @Test
    void whatWasNotBegunWhenTheStopCameIsNotBegun() throws InterruptedException {
        Thread writer = begin(new ParallelWrites("write", 1));
        Await.until("one is under way", () -> begun.size() == 1);
        writer.interrupt();
        Await.until("it has heard of the interruption and waits on",
                () -> !writer.isInterrupted() && writer.getState() == Thread.State.WAITING);
        answer.countDown();
        writer.join();
        assertThat(begun).hasSize(1);
        assertThat(results.get().values()).extracting(Future::state)
                .containsExactlyInAnyOrder(Future.State.SUCCESS, Future.State.FAILED);
    }

    private Thread begin(ParallelWrites writer) {
        Map<String, Callable<String>> writes = new LinkedHashMap<>();
        for (String key : List.of("a", "b")) {
            writes.put(key, () -> {
                begun.add(key);
                answer.await();
                return key + " written";
            });
        }
        return Thread.ofPlatform().start(() -> {
            results.set(writer.run(writes));
            stillInterrupted = Thread.currentThread().isInterrupted();
        });
    }
}
