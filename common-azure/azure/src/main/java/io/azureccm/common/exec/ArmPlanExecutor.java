package io.azureccm.common.exec;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.WritePermit;
import io.azureccm.common.core.WriteSink;
import io.azureccm.common.core.text.PlanText;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the operation of a plan to ARM on the calling thread; at most {@code maxParallel} are sent at once in the process. The loop
 * that calls it orders operations and sends one at a time to each resource. The fence is checked before every write. After
 * {@link #close()} nothing new is sent, and writes in flight are awaited.
 */
public final class ArmPlanExecutor implements PlanExecutor, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ArmPlanExecutor.class);
    private static final Outcome STOPPING = new Outcome.NotAttempted(Reason.STOPPING, "not sent: stopping");

    /** The collaborators of an executor. */
    public record Ports(ArmGateway gateway, WriteSink sink, WriteFence fence, ExecutionListener listener,
            Clock clock) {}

    /** Maximum number of concurrent writes, and the pause if ARM asks to wait without naming a time. */
    public record Settings(int maxParallel, Duration defaultPause) {
        public static final Settings DEFAULT = new Settings(32, Duration.ofSeconds(10));
    }

    private final OperationWriter writer;
    private final WriteFence fence;
    private final ExecutionListener listener;
    private final Semaphore slots;
    private final Phaser running = new Phaser(1);
    private final Set<Thread> writing = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    public ArmPlanExecutor(Ports ports, Settings settings) {
        this.writer = new OperationWriter(ports.gateway(), ports.sink(), ports.clock(), settings.defaultPause());
        this.fence = ports.fence();
        this.listener = ports.listener();
        this.slots = new Semaphore(settings.maxParallel(), true);
    }

    @Override
    public PlanOutcome execute(Plan plan, WriteFence passing) {
        if (plan.operations().size() != 1 || !plan.deferred().isEmpty())
            throw new IllegalArgumentException("not one operation that can be sent: " + plan.operations());
        Operation operation = plan.operations().getFirst();
        Outcome outcome = OperationReasons.of(plan)
                .get(operation.target())
                .atLeast(CallReason.current())
                .within(() -> attempt(plan, operation, passing));
        return new PlanOutcome(plan, Map.of(operation.target(), outcome));
    }

    /** Sends nothing more and returns when all writes in flight have their outcomes. */
    @Override
    public void close() {
        stopping = true;
        running.arriveAndAwaitAdvance();
    }

    /**
     * Stops waiting for writes in flight: whether ARM carries them out is unknown, and so are their outcomes. Only for the
     * end of the process.
     */
    public void abandon() {
        stopping = true;
        writing.forEach(Thread::interrupt);
    }

    private Outcome attempt(Plan plan, Operation operation, WriteFence passing) {
        long began = System.nanoTime();
        Outcome outcome;
        running.register();
        writing.add(Thread.currentThread());
        try {
            slots.acquire();
            try {
                began = System.nanoTime();
                outcome = writeIfAllowed(plan, operation, passing);
            } finally {
                slots.release();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            outcome = STOPPING;
        } finally {
            writing.remove(Thread.currentThread());
            running.arriveAndDeregister();
        }
        Outcome result = outcome;
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        log.debug("{} {}: {} in {} ms", operation.verb(), operation.target().shortName(), PlanText.label(result),
                took.toMillis());
        notifyListener(() -> listener.ended(plan, operation, result, took));
        return result;
    }

    private Outcome writeIfAllowed(Plan plan, Operation operation, WriteFence passing) {
        if (stopping)
            return STOPPING;
        Supplier<Optional<String>> asked = () -> fence.refusal().or(passing::refusal);
        Optional<String> refusal = asked.get();
        if (refusal.isPresent())
            return new Outcome.NotAttempted(Reason.NOT_LEADER, "not sent: " + refusal.get());
        Optional<Outcome> heldBack = writer.heldBack(operation);
        if (heldBack.isPresent())
            return heldBack.get();
        notifyListener(() -> listener.started(plan, operation));
        // Checked again before each request of the write: until then, a call may wait for a permit, for a retry or for a
        // token.
        return WritePermit.during(asked, () -> writer.write(operation));
    }

    private static void notifyListener(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException fault) {
            log.warn("a listener of plan execution failed", fault);
        }
    }
}
