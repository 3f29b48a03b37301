package io.azureccm.e2e.suite.faults.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The order of virtual time does not depend on what threads outside of it do. */
class VirtualTimeTest {
    @Test
    void monitorThatAThreadOutsideHoldsDoesNotChangeTheOrder() throws InterruptedException {
        List<String> free = order(new CountDownLatch(0));

        CountDownLatch held = new CountDownLatch(1);
        assertThat(order(held)).isEqualTo(free).containsExactly("a meets it", "a has it", "b", "a at 1 s", "b at 1 s");
        assertThat(held.getCount()).isZero();
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

    /** What two threads do, one of which needs a monitor that is held for a while when the latch is not open. */
    private static List<String> order(CountDownLatch held) throws InterruptedException {
        List<String> order = new ArrayList<>();
        Object monitor = new Object();
        VirtualTime time = new VirtualTime();
        Thread outside = held.getCount() == 0 ? new Thread() : holder(monitor, held);
        outside.start();
        held.await();
        time.start("a", () -> {
            order.add("a meets it");
            synchronized (monitor) {
                order.add("a has it");
            }
            sleep(time);
            order.add("a at 1 s");
        });
        Thread last = time.start("b", () -> {
            order.add("b");
            sleep(time);
            order.add("b at 1 s");
        });
        time.runUntilEnd(last);
        outside.join();
        return order;
    }

    private static Thread holder(Object monitor, CountDownLatch held) {
        return new Thread(() -> {
            synchronized (monitor) {
                held.countDown();
                try {
                    Thread.sleep(200);
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    private static void sleep(VirtualTime time) {
        try {
            time.sleep(Duration.ofSeconds(1));
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
