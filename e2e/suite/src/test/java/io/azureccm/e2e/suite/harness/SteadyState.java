package io.azureccm.e2e.suite.harness;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Waits until what is looked at is settled and has not changed for a while. */
public final class SteadyState {
    /**
     * How long anything is waited for in this suite, unless a test says why it needs more: no test says how fast something is, and
     * a wait that ends in time costs nothing. Longer than the longest pause that Azure can ask for in a scenario.
     */
    public static final Duration BOUND = Duration.ofMinutes(5);
    private static final Duration STEP = Duration.ofMillis(50);

    /** One look: whether it is settled, and a text that changes whenever anything does. */
    public record Observation(boolean settled, String fingerprint) {
        /** Settled only if this holds, too. */
        public Observation and(boolean more) {
            return new Observation(settled && more, fingerprint);
        }
    }

    private final Duration still;
    private final LongSupplier nanoTime;
    private final Runnable pause;

    public SteadyState(Duration still) {
        this(still, System::nanoTime, () -> LockSupport.parkNanos(STEP.toNanos()));
    }

    /** By another clock, and with another pause between two looks. */
    public SteadyState(Duration still, LongSupplier nanoTime, Runnable pause) {
        this.still = still;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    /** The same once a controller has nothing to do: while it has, nothing is looked at. */
    public void await(Duration bound, BooleanSupplier idle, Supplier<Observation> looking) {
        Observation busy = new Observation(false, "the controller is at work");
        await(bound, () -> idle.getAsBoolean() ? looking.get().and(idle.getAsBoolean()) : busy);
    }

    public void await(Duration bound, Supplier<Observation> looking) {
        long start = nanoTime.getAsLong();
        Observation last = looking.get();
        long lastChange = start;
        while (!last.settled() || nanoTime.getAsLong() - lastChange < still.toNanos()) {
            if (nanoTime.getAsLong() - start > bound.toNanos()) {
                throw new AssertionError("not quiet within " + bound.toMillis() + " ms; last seen: " + last);
            }
            pause.run();
            Observation look = looking.get();
            if (!look.equals(last)) {
                last = look;
                lastChange = nanoTime.getAsLong();
            }
        }
    }
}
