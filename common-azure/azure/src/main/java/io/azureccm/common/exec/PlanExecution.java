package io.azureccm.common.exec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of one plan: the calling thread keeps the state, each operation is sent on its own virtual thread. */
final class PlanExecution {
    private static final Logger log = LoggerFactory.getLogger(PlanExecution.class);

    /** Sends operations; {@code unsent} receives those that are given up without an attempt. */
    interface Sender {
        Outcome attempt(Operation operation, BooleanSupplier stopping);

        void unsent(Operation operation, Outcome outcome);
    }

    private record Ended(Operation operation, Outcome outcome) {}

    private final Plan plan;
    private final Sender sender;
    private final BooleanSupplier executorStopping;
    private final Set<ArmId> targets;
    private final Map<ArmId, Operation> waiting = new LinkedHashMap<>();
    private final Map<ArmId, Outcome> outcomes = new HashMap<>();
    /** For an operation given up because of another one: the operation that is the root cause. */
    private final Map<ArmId, ArmId> blamed = new HashMap<>();
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private volatile boolean interrupted;

    PlanExecution(Plan plan, Sender sender, BooleanSupplier executorStopping) {
        this.plan = plan;
        this.sender = sender;
        this.executorStopping = executorStopping;
        plan.operations().forEach(operation -> waiting.put(operation.target(), operation));
        this.targets = Set.copyOf(waiting.keySet());
    }

    PlanOutcome run() {
        interrupted = Thread.interrupted();
        int underWay = 0;
        do {
            underWay += startReady();
            if (underWay > 0) {
                Ended end = awaitEnd();
                outcomes.put(end.operation().target(), end.outcome());
                underWay--;
            }
        } while (underWay > 0 || !waiting.isEmpty());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return new PlanOutcome(plan, outcomes);
    }

    /** Waiting operations are in plan order, so the operations that an operation depends on are always processed before it. */
    private int startReady() {
        int started = 0;
        for (Iterator<Operation> each = waiting.values().iterator(); each.hasNext();) {
            Operation operation = each.next();
            List<ArmId> needed = operation.after().stream().filter(targets::contains).sorted().toList();
            Outcome givenUp = whyGivenUp(operation, needed);
            if (givenUp != null) {
                each.remove();
                outcomes.put(operation.target(), givenUp);
                sender.unsent(operation, givenUp);
            } else if (needed.stream().allMatch(outcomes::containsKey)) {
                each.remove();
                start(operation);
                started++;
            }
        }
        return started;
    }

    private Outcome whyGivenUp(Operation operation, List<ArmId> needed) {
        for (ArmId target : needed) {
            Outcome outcome = outcomes.get(target);
            if (outcome != null && !outcome.isGood())
                return becauseOf(operation, target, outcome);
        }
        if (operation.isDeferred() && outcomes.keySet().containsAll(needed))
            return new Outcome.NotAttempted(Reason.DEFERRED, "awaits " + String.join(", ", operation.awaits()));
        return isStopping() ? new Outcome.NotAttempted(Reason.STOPPING, "not sent: stopping") : null;
    }

    private Outcome becauseOf(Operation operation, ArmId needed, Outcome outcome) {
        ArmId root = blamed.getOrDefault(needed, needed);
        blamed.put(operation.target(), root);
        Outcome cause = outcomes.get(root);
        boolean isDeferral = outcome instanceof Outcome.NotAttempted(Reason reason, String message)
                && reason == Reason.DEFERRED;
        return new Outcome.NotAttempted(isDeferral ? Reason.DEFERRED : Reason.PREREQUISITE_FAILED,
                "not sent: needs " + root.shortName() + " first: " + cause.problem());
    }

    private void start(Operation operation) {
        Thread.ofVirtual().name("write " + operation.target().shortName()).start(() -> {
            Outcome outcome = new Outcome.Unknown("ended without an outcome");
            try {
                outcome = sender.attempt(operation, this::isStopping);
            } catch (RuntimeException | Error unexpected) {
                log.error("{} of {} ended unexpectedly", operation.verb(), operation.target(), unexpected);
                outcome = new Outcome.Unknown("unexpected " + unexpected);
            } finally {
                ended.add(new Ended(operation, outcome));
            }
        });
    }

    /** An interrupt stops operations that have not begun; those in flight are awaited, since only ARM knows how they ended. */
    private Ended awaitEnd() {
        while (true) {
            try {
                return ended.take();
            } catch (InterruptedException stop) {
                interrupted = true;
            }
        }
    }

    private boolean isStopping() {
        return interrupted || executorStopping.getAsBoolean();
    }
}
