package io.azureccm.e2e.suite.faults.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The order of virtual time does not depend on what threads outside of it do. */
class VirtualTimeTest {
    @Test
    void monitorThatAThreadOutsideHoldsDoesNotChangeTheOrder() throws InterruptedException {
        Object monitor = new Object();
        assertSameOrder(Thread.ofPlatform(), action -> {
            synchronized (monitor) {
                action.run();
            }
        });
    }

    @Test
    void lockThatAThreadOutsideHoldsDoesNotChangeTheOrder() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        for (Thread.Builder outside : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
            assertSameOrder(outside, action -> {
                lock.lock();
                action.run();
                lock.unlock();
            });
        }
    }

    @Test
    void lockThatASleepingThreadOfThisTimeHoldsIsFreeWhenItsTimeHasCome() {
        ReentrantLock lock = new ReentrantLock();
        List<String> order = new ArrayList<>();
        VirtualTime time = new VirtualTime();
        for (String name : List.of("a", "b")) {
            time.start(name, () -> {
                lock.lock();
                sleep(time);
                order.add(name + " at " + time.passed());
                lock.unlock();
            });
        }
        time.drain();

        assertThat(order).containsExactly("a at PT1S", "b at PT2S");
    }

    @Test
    void slowThreadRunsSoMuchLaterThanItCould() {
        List<String> order = new ArrayList<>();
        VirtualTime time = new VirtualTime();
        time.slow(thread -> Duration.ofSeconds(thread.getName().equals("slow") ? 5 : 0));
        for (String name : List.of("slow", "quick")) {
            time.start(name, () -> {
                order.add(name + " begins at " + time.passed());
                sleep(time);
                order.add(name + " ends at " + time.passed());
            });
        }
        time.drain();

        assertThat(order).containsExactly("quick begins at PT0S", "quick ends at PT1S", "slow begins at PT5S",
                "slow ends at PT11S");
    }

    @Test
    void limitInTheTimeOfTheMachineEndsNoWaitInThisTime() {
        List<Boolean> inTime = new ArrayList<>();
        VirtualTime time = new VirtualTime();
        time.start("waits", () -> {
            CountDownLatch end = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> {
                sleep(time);
                stall(Duration.ofMillis(1200));
                end.countDown();
            });
            inTime.add(await(end, Duration.ofSeconds(1)));
        });
        time.drain();

        assertThat(inTime).containsExactly(true);
    }

    @Test
    void whoWaitsInTheTimeOfTheMachineForNobodyIsNamed() {
        VirtualTime time = new VirtualTime();
        time.start("forgotten", () -> await(new CountDownLatch(1), Duration.ofHours(1)));

        assertThatThrownBy(time::drain).isInstanceOf(AssertionError.class)
                .hasMessageContaining("forgotten")
                .hasMessageContaining("waits in the time of the machine");
    }

    /** The machine does something else. */
    private static void stall(Duration time) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < time.toNanos())
            Thread.onSpinWait();
    }

    private static boolean await(CountDownLatch end, Duration limit) {
        try {
            return end.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** What two threads do, one of which needs what a thread outside of their time holds for a while. */
    private static void assertSameOrder(Thread.Builder outside, Consumer<Runnable> exclusively)
            throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = outside.start(() -> exclusively.accept(() -> {
            held.countDown();
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }));
        held.await();
        List<String> order = new ArrayList<>();
        VirtualTime time = new VirtualTime();
        time.start("a", () -> {
            order.add("a meets it");
            exclusively.accept(() -> order.add("a has it"));
            sleep(time);
            order.add("a at 1 s");
        });
        Thread last = time.start("b", () -> {
            order.add("b");
            sleep(time);
            order.add("b at 1 s");
        });
        time.runUntilEnd(last);
        holder.join();
        assertThat(order).containsExactly("a meets it", "a has it", "b", "a at 1 s", "b at 1 s");
    }

    private static void sleep(VirtualTime time) {
        try {
            time.sleep(Duration.ofSeconds(1));
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
