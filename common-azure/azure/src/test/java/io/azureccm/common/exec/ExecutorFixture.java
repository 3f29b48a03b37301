package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.plan;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.reconcile.VirtualClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** An executor before an Azure that a test scripts, with all that it tells others written down. */
abstract class ExecutorFixture {
    final FakeArm arm = new FakeArm();
    final RecordedWrites sink = new RecordedWrites();
    final VirtualClock clock = new VirtualClock();
    final ResourceLanes lanes = new ResourceLanes();
    final AtomicReference<String> lost = new AtomicReference<>();
    final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    final ExecutionListener listener = new ExecutionListener() {
        @Override
        public void started(Plan plan, Operation operation) {
            heard.add("start " + operation.target().name());
        }

        @Override
        public void ended(Plan plan, Operation operation, Outcome outcome, Duration took) {
            heard.add("end " + operation.target().name() + " " + outcome.getClass().getSimpleName());
        }
    };
    final ArmPlanExecutor executor = executor(listener, 32);

    ArmPlanExecutor executor(ExecutionListener hearing, int maxParallel) {
        return new ArmPlanExecutor(
                new ArmPlanExecutor.Ports(arm, sink, lanes, () -> Optional.ofNullable(lost.get()), hearing, clock),
                new ArmPlanExecutor.Settings(maxParallel, Duration.ofSeconds(10)));
    }

    CompletableFuture<PlanOutcome> inBackground(Plan plan) {
        return CompletableFuture.supplyAsync(() -> executor.execute(plan),
                task -> Thread.ofVirtual().start(task));
    }

    static PlanOutcome await(CompletableFuture<PlanOutcome> outcome) {
        return outcome.orTimeout(2, TimeUnit.MINUTES).join();
    }

    static void awaitUntil(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end)
                throw new AssertionError("waited in vain");
            Thread.onSpinWait();
            Thread.yield();
        }
    }
}
