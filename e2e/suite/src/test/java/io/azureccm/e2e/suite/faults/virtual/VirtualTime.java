package io.azureccm.e2e.suite.faults.virtual;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Time that moves only when everybody waits for it. Threads that are started here, and virtual threads that these start, take turns on
 * the thread of the test, one at a time and in an order that is the same in each run; whoever sleeps on this clock sleeps for no real
 * time at all.
 */
public final class VirtualTime extends Clock implements ArmClock, SimClock {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MAX_STEPS = 2_000_000;
    /** The JDK's thread that wakes virtual threads whose monitor has become free. */
    private static final String UNBLOCKER = "VirtualThread-unblocker";
    private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(2);

    /** What happens at a time. */
    private record Due(Instant at, long number, Runnable happening) {}

    private final Executor executor = this::execute;
    private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<Runnable> handedOver = new LinkedBlockingQueue<>();
    private final PriorityQueue<Due> due = new PriorityQueue<>(
            Comparator.comparing(Due::at).thenComparing(Due::number));
    /** Parts of threads that could run if the process were not slow. */
    private final Set<Runnable> late = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Those whose wait has a limit in the time of the machine, which never comes here: that machine may be slow. */
    private final Set<Thread> limited = new HashSet<>();
    private final List<Runnable> moments = new ArrayList<>();
    private final Thread driver = Thread.currentThread();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private Instant now = START;
    private long number;
    private Runnable running;
    private Function<Thread, Duration> slowness = thread -> Duration.ZERO;

    /** A thread in this time. */
    public Thread start(String name, Runnable work) {
        return VirtualThreads.builder(executor).name(name).start(() -> {
            try {
                work.run();
            } catch (RuntimeException | Error failed) {
                failure.compareAndSet(null, failed);
            }
        });
    }

    /** From now on, each part of a thread runs so much later than it could, as in a process that gets little of a processor. */
    public void slow(Function<Thread, Duration> delays) {
        slowness = delays;
    }

    /** {@code end} is called whenever all threads wait, before the time moves on. */
    public void atEachMoment(Runnable end) {
        moments.add(end);
    }

    /** Runs threads until this one has ended; what a thread throws is thrown. */
    public void runUntilEnd(Thread last) {
        for (int steps = 0; last.isAlive(); steps++) {
            if (steps > MAX_STEPS)
                throw new Violation("no end is in sight at " + now);
            settle();
            if (last.isAlive())
                advance();
        }
    }

    /** Lets this much time pass; for the thread of the test, which no thread in this time waits for. */
    public void pass(Duration duration) {
        Instant until = later(duration);
        settle();
        while (!due.isEmpty() && !due.peek().at().isAfter(until)) {
            advance();
            settle();
        }
        now = until;
        settle();
    }

    /** Lets all threads end that are still there. */
    public void drain() {
        moments.clear();
        settle();
        while (!due.isEmpty()) {
            advance();
            settle();
        }
        limited.stream().findFirst().ifPresent(thread -> {
            throw new AssertionError(thread + " waits in the time of the machine:" + stack(thread));
        });
    }

    private void settle() {
        do {
            for (Runnable next = ready.poll(); next != null; next = ready.poll())
                run(next);
            moments.forEach(Runnable::run);
        } while (!ready.isEmpty());
        switch (failure.getAndSet(null)) {
            case RuntimeException failed -> throw failed;
            case Error failed -> throw failed;
            case null, default -> {
                // Nobody has failed.
            }
        }
    }

    /**
     * Runs a part of a thread. Where the thread meets a monitor or a lock that a thread outside of this time holds (tests beside this one
     * load classes and write to the log, too), nothing else runs here until it has got it: the order stays the same as if it had been free.
     */
    private void run(Runnable part) {
        Thread thread = VirtualThreads.of(part);
        limited.remove(thread);
        running = part;
        part.run();
        while (waitsForOthers(thread, part)) {
            awaitOthers(thread, part);
            part.run();
        }
        running = null;
        if (VirtualThreads.hasLimit(thread)) {
            VirtualThreads.removeLimit(thread);
            limited.add(thread);
        }
    }

    private boolean waitsForOthers(Thread thread, Runnable part) {
        return switch (thread.getState()) {
            case BLOCKED -> true;
            case WAITING -> VirtualThreads.waitsForOthersLock(thread, executor);
            case RUNNABLE -> !ready.contains(part) && !late.contains(part);
            default -> false;
        };
    }

    private void awaitOthers(Thread thread, Runnable part) {
        try {
            Runnable next = handedOver.poll(LOCK_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            if (next == null)
                throw sleeps(thread);
            if (next != part)
                throw new AssertionError(
                        VirtualThreads.of(next) + " was woken by notify: its turn would not be the same in each run");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static Violation sleeps(Thread thread) {
        return new Violation(thread + " waits for a monitor or a lock whose owner sleeps:" + stack(thread));
    }

    private static String stack(Thread thread) {
        return Stream.of(thread.getStackTrace()).map(each -> "\n\tat " + each).collect(Collectors.joining());
    }

    private void advance() {
        Due next = due.poll();
        if (next == null)
            throw new Violation("everybody waits for something that cannot come at " + now);
        if (next.at().isAfter(now))
            now = next.at();
        next.happening().run();
    }

    private void execute(Runnable part) {
        Thread waker = Thread.currentThread();
        boolean outside = waker != driver && !VirtualThreads.isOf(waker, executor);
        // A thread that is woken while it goes to sleep is handed to its own carrier again.
        boolean mayBeHandedOver = outside || waker == driver && part == running;
        if (waker.getName().equals(UNBLOCKER)
                || mayBeHandedOver && VirtualThreads.waitsForOthersLock(VirtualThreads.of(part), executor)) {
            handedOver.add(part);
            return;
        }
        if (outside && !waker.isVirtual())
            failure.compareAndSet(null,
                    new AssertionError("woken by " + waker + ": somebody waits in the time of the machine"));
        Duration delay = slowness.apply(VirtualThreads.of(part));
        if (delay.isPositive()) {
            late.add(part);
            due.add(new Due(now.plus(delay), number++, () -> {
                late.remove(part);
                ready.add(part);
            }));
        } else {
            ready.add(part);
        }
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        Instant until = later(time);
        while (now.isBefore(until))
            pause(Duration.between(now, until));
    }

    /** Ends before when the thread is unparked. */
    @Override
    public void pause(Duration time) throws InterruptedException {
        if (Thread.interrupted())
            throw new InterruptedException();
        if (Thread.currentThread() == driver) {
            pass(time);
            return;
        }
        Thread sleeper = Thread.currentThread();
        Due end = new Due(later(time), number++, () -> LockSupport.unpark(sleeper));
        due.add(end);
        LockSupport.park(this);
        due.remove(end);
        if (Thread.interrupted())
            throw new InterruptedException();
    }

    private Instant later(Duration time) {
        return time.compareTo(Duration.ofDays(1000)) < 0 ? now.plus(time) : now.plus(Duration.ofDays(1000));
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public long nanoTime() {
        return Duration.between(START, now).toNanos();
    }

    /** Since the start. */
    public Duration passed() {
        return Duration.between(START, now);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
