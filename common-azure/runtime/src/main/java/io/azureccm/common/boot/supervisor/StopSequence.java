package io.azureccm.common.boot.supervisor;

import io.azureccm.common.boot.TimeLimitedTask;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps of a stop, in their order; none waits longer than its limit. {@code began} is a value of {@link System#nanoTime}. */
record StopSequence(ControllerSupervisor.Parts parts, ControllerSupervisor.Shared shared,
        SupervisorTiming pace, long began) {
    private static final Logger log = LoggerFactory.getLogger(StopSequence.class);
    /** The limit for each step that only waits for threads of this process. */
    private static final Duration STEP_LIMIT = Duration.ofMillis(500);
    /** How long the last requests to the Kubernetes API (the release of the lease and, in parallel, the unwritten events) may take at least. */
    private static final Duration LAST_REQUESTS_LIMIT = Duration.ofSeconds(2);
    /** When the last requests must be over, counted from the start of the stop, if the steps before them leave that much time. */
    private static final Duration LAST_REQUESTS_END = Duration.ofSeconds(5);

    void end(Optional<Thread> supervising) {
        supervising.ifPresent(thread -> {
            thread.interrupt();
            TimeLimitedTask.join(thread, STEP_LIMIT);
        });
    }

    /** Waits for writes in flight, and leaves those to Azure that do not end in time. */
    void finish(LoopOnSession last, boolean works) {
        // Both at the same time, since the executor and the loop wait for each other.
        Thread draining = Thread.ofVirtual().name("drain").start(() -> last.session().drain(pace.grace()));
        boolean ended = !works || last.loop().stop(pace.grace());
        if (TimeLimitedTask.join(draining, pace.grace()) && ended)
            return;
        log.warn(
                "Writes are still in flight after {} s: they are left to Azure, and the next leader reads their results",
                pace.grace().toSeconds());
        last.session().abandon();
    }

    /** Releases the lease and closes everything. */
    void close(Optional<LoopOnSession> last, LoopOpener loops) {
        Duration left = LAST_REQUESTS_END.minus(elapsed());
        Duration limit = left.compareTo(LAST_REQUESTS_LIMIT) > 0 ? left : LAST_REQUESTS_LIMIT;
        Thread closingEvents = Thread.ofVirtual().name("last-events").start(shared.events()::close);
        TimeLimitedTask.run("stand down", () -> parts.election().stop(limit), limit.plus(STEP_LIMIT));
        TimeLimitedTask.join(closingEvents, LAST_REQUESTS_LIMIT);
        last.ifPresent(now -> {
            TimeLimitedTask.run("close loop", now.loop()::close, STEP_LIMIT);
            TimeLimitedTask.run("close informers", now.loop().informers()::close, STEP_LIMIT);
        });
        loops.close();
        TimeLimitedTask.run("close config", parts.config()::close, STEP_LIMIT);
        log.info("Stopped in {} ms", elapsed().toMillis());
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
