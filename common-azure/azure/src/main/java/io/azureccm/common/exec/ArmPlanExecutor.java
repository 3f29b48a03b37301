package io.azureccm.common.exec;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the operations of plans to ARM: each as soon as the operations it depends on have succeeded, in parallel on virtual
 * threads, at most {@code maxParallel} at once in the process, one at a time per resource. The fence is checked before every
 * write. After {@link #close()}, or when the calling thread is interrupted, nothing new is sent and operations in flight are
 * awaited.
 */
public final class ArmPlanExecutor implements PlanExecutor, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ArmPlanExecutor.class);
    private static final Outcome STOPPING = new Outcome.NotAttempted(Reason.STOPPING, "not sent: stopping");

    /** The collaborators of an executor; the lanes are those of the whole process. */
    public record Ports(ArmGateway gateway, WriteSink sink, ResourceLanes lanes, WriteFence fence,
            ExecutionListener listener, Clock clock) {}

    /** Maximum number of concurrent writes, and the pause if ARM asks to wait without naming a time. */
    public record Settings(int maxParallel, Duration defaultPause) {
        public static final Settings DEFAULT = new Settings(32, Duration.ofSeconds(10));
    }

    private final OperationWriter writer;
    private final ResourceLanes lanes;
    private final WriteFence fence;
    private final ExecutionListener listener;
    private final Semaphore slots;
    private final Phaser running = new Phaser(1);
    private final Set<Thread> writing = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    public ArmPlanExecutor(Ports ports, Settings settings) {
        this.writer = new OperationWriter(ports.gateway(), ports.sink(), ports.clock(), settings.defaultPause());
        this.lanes = ports.lanes();
        this.fence = ports.fence();
        this.listener = ports.listener();
        this.slots = new Semaphore(settings.maxParallel(), true);
    }

    @Override
    public PlanOutcome execute(Plan plan, WriteFence passing) {
        running.register();
        try {
            return new PlanExecution(plan, senderOf(plan, passing), () -> stopping).run();
        } finally {
            running.arriveAndDeregister();
        }
    }

    /** Sends nothing more and returns when all plans in flight have their outcomes. */
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

    public boolean isStopping() {
        return stopping;
    }

    private PlanExecution.Sender senderOf(Plan plan, WriteFence passing) {
        Map<ArmId, CallReason> reasons = OperationReasons.of(plan);
        CallReason outer = CallReason.current();
        return new PlanExecution.Sender() {
            @Override
            public Outcome attempt(Operation operation, BooleanSupplier stop) {
                return reasons.get(operation.target())
                        .atLeast(outer)
                        .within(() -> ArmPlanExecutor.this.attempt(plan, operation, stop, passing));
            }

            @Override
            public void unsent(Operation operation, Outcome outcome) {
                notifyListener(() -> listener.ended(plan, operation, outcome, Duration.ZERO));
            }
        };
    }

    private Outcome attempt(Plan plan, Operation operation, BooleanSupplier stop, WriteFence passing) {
        AtomicLong began = new AtomicLong(System.nanoTime());
        Outcome outcome;
        writing.add(Thread.currentThread());
        try {
            // The slot is taken inside the lane: an operation that waits for a busy resource must not block other writes.
            outcome = lanes.inLane(operation.target(), () -> {
                slots.acquire();
                try {
                    began.set(System.nanoTime());
                    return writeIfAllowed(plan, operation, stop, passing);
                } finally {
                    slots.release();
                }
            });
        } catch (InterruptedException interrupted) {
            outcome = STOPPING;
        } finally {
            writing.remove(Thread.currentThread());
        }
        Outcome result = outcome;
        Duration took = Duration.ofNanos(System.nanoTime() - began.get());
        log.debug("{} {}: {} in {} ms", operation.verb(), operation.target().shortName(), PlanText.label(result),
                took.toMillis());
        notifyListener(() -> listener.ended(plan, operation, result, took));
        return result;
    }

    private Outcome writeIfAllowed(Plan plan, Operation operation, BooleanSupplier stop, WriteFence passing) {
        if (stop.getAsBoolean())
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
