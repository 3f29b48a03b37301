package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.plan;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
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
                new ArmPlanExecutor.Ports(arm, sink, () -> Optional.ofNullable(lost.get()), hearing, clock),
                new ArmPlanExecutor.Settings(maxParallel, Duration.ofSeconds(10)));
    }

    Outcome execute(Operation operation) {
        return executor.execute(plan(operation)).of(operation.target());
    }

    CompletableFuture<Outcome> inBackground(Operation operation) {
        return CompletableFuture.supplyAsync(() -> execute(operation), task -> Thread.ofVirtual().start(task));
    }

    static Outcome await(CompletableFuture<Outcome> outcome) {
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
