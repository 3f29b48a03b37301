package io.azureccm.common.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/** Each term whose beginning was told has its end, however the close and the listeners meet. */
@Timeout(600)
class LeaderEndTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryLeaseStore store = new MemoryLeaseStore();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);

    @Test
    void theEndIsToldToAListenerThatIsStillBusyWithTheBeginningWhenTheCloseIsOver() {
        CountDownLatch busy = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        LeaderElection election = election(time.clock(Duration.ZERO), event -> {
            busy.countDown();
            if (event instanceof OnGrantedEvent)
                awaitRelease();
            else
                interrupted.set(Thread.currentThread().isInterrupted());
            tell(event);
        });
        await(busy);
        election.close(Duration.ofMillis(40));
        assertThat(told).isEmpty();
        released.countDown();
        Await.until(told::toString, () -> told.size() == 2);
        assertThat(told).containsExactly("granted", "revoked");
        assertThat(interrupted).isFalse();
    }

    @Test
    void aTermThatIsAboutToBeToldWhenTheCloseBeginsEndsBeforeTheLeaseIsReleased() throws InterruptedException {
        LeaderClock clock = time.clock(Duration.ZERO);
        AtomicInteger reads = new AtomicInteger();
        CountDownLatch reading = new CountDownLatch(1);
        // The second look at the term that the notifier takes is the one that it tells.
        LongSupplier slow = () -> {
            if (Thread.currentThread().getName().equals("leader-events") && reads.incrementAndGet() == 2) {
                reading.countDown();
                awaitRelease();
            }
            return clock.nanoTime().getAsLong();
        };
        List<String> holders = new CopyOnWriteArrayList<>();
        LeaderElection election = election(new LeaderClock(slow, clock.wall()), event -> {
            tell(event);
            holders.add(store.record().holder());
        });
        await(reading);
        Thread closing = Thread.ofPlatform().start(() -> election.close(Duration.ofMinutes(4)));
        Await.until("the close waits or is over",
                () -> closing.getState() == Thread.State.BLOCKED || !closing.isAlive());
        released.countDown();
        closing.join();
        assertThat(told).containsExactly("granted", "revoked");
        assertThat(holders).containsExactly("a", "a");
        assertThat(store.record().holder()).isEmpty();
    }

    @Test
    void nothingIsWrittenInATermAsLongAsTheEndOfTheOneBeforeIsNotTold() {
        LeaderElection election = election(time.clock(Duration.ZERO), event -> {
            if (event instanceof OnRevokedEvent)
                awaitRelease();
            tell(event);
        });
        Await.until(told::toString, () -> told.contains("granted") && election.refusal().isEmpty());

        // The process is suspended for longer than the lease lasts.
        time.advance(Duration.ofSeconds(20));
        Await.until("it leads again", () -> election.term() == 2);
        assertThat(election.refusal()).contains("the term has just begun");
        released.countDown();
        Await.until(told::toString, () -> told.size() == 3 && election.refusal().isEmpty());
        assertThat(told).containsExactly("granted", "revoked", "granted");
        election.close(Duration.ofMinutes(4));
    }

    private LeaderElection election(LeaderClock clock, Consumer<Object> publisher) {
        return new LeaderElection(store.way(), new LeaseSettings("kube-system", "app", "a", Duration.ofSeconds(15),
                Duration.ofSeconds(10), Duration.ofMillis(10)), clock, "https://api", publisher).start();
    }

    private void tell(Object event) {
        told.add(event instanceof OnGrantedEvent ? "granted" : "revoked");
    }

    private void awaitRelease() {
        boolean interrupted = false;
        while (released.getCount() > 0) {
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted)
            Thread.currentThread().interrupt();
    }

    private static void await(CountDownLatch latch) {
        Await.until("it has begun", () -> latch.getCount() == 0);
    }
}
