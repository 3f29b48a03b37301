package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.PlanOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What runs side by side, and what a loss of the lease, an interrupt or a stop in between leaves undone. */
class ParallelExecutionTest extends ExecutorFixture {
    @Test
    void operationsThatDoNotNeedEachOtherRunSideBySide() {
        Gate a = arm.gateBefore("PUT", ip("a"));
        Gate b = arm.gateBefore("PUT", ip("b"));
        var outcome = inBackground(plan(put(ip("a")), put(ip("b"))));
        a.awaitArrival();
        b.awaitArrival();
        a.open();
        b.open();
        assertThat(await(outcome).allGood()).isTrue();
    }

    @Test
    void anOperationStartsAsSoonAsItsOwnPrerequisitesAreDone() {
        Gate slow = arm.gateBefore("PUT", ip("slow"));
        Gate next = arm.gateBefore("PUT", loadBalancer("lb"));
        var outcome = inBackground(plan(put(ip("slow")), put(ip("a")), put(loadBalancer("lb"), ip("a"))));
        next.awaitArrival();
        slow.awaitArrival();
        next.open();
        slow.open();
        assertThat(await(outcome).allGood()).isTrue();
    }

    @Test
    void theFenceIsAskedBeforeEveryWrite() {
        arm.onNext("PUT", ip("a"), () -> lost.set("the lease ran out"));
        PlanOutcome outcome = executor
                .execute(plan(put(ip("a")), put(loadBalancer("lb"), ip("a")), put(ip("z"), ip("a"))));
        assertThat(arm.log()).containsExactly("PUT publicIPAddresses/a");
        assertThat(outcome.of(ip("a")).isGood()).isTrue();
        assertThat(outcome.of(loadBalancer("lb")))
                .isEqualTo(new Outcome.NotAttempted(Reason.NOT_LEADER, "not sent: the lease ran out"));
        assertThat(outcome.of(ip("z"))).isInstanceOf(Outcome.NotAttempted.class);
    }

    @Test
    void theFenceIsAskedAfterTheWaitForABusyResource() {
        Gate gate = arm.gateBefore("PUT", ip("a"));
        var first = inBackground(plan(put(ip("a"))));
        gate.awaitArrival();
        var second = inBackground(plan(put(ip("a"))));
        awaitUntil(() -> lanes.waitingFor(ip("a")) == 1);
        lost.set("the lease ran out");
        gate.open();
        assertThat(await(first).allGood()).isTrue();
        assertThat(await(second).of(ip("a"))).isInstanceOfSatisfying(Outcome.NotAttempted.class,
                given -> assertThat(given.reason()).isEqualTo(Reason.NOT_LEADER));
        assertThat(arm.calls("PUT")).isEqualTo(1);
    }

    @Test
    void anInterruptSendsNothingMoreAndAwaitsWhatIsUnderWay() throws InterruptedException {
        Gate gate = arm.gateBefore("PUT", ip("a"));
        AtomicReference<PlanOutcome> outcome = new AtomicReference<>();
        AtomicReference<Boolean> stillInterrupted = new AtomicReference<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            outcome.set(executor.execute(plan(put(ip("a")), put(ip("b"), ip("a")))));
            stillInterrupted.set(Thread.currentThread().isInterrupted());
        });
        gate.awaitArrival();
        caller.interrupt();
        awaitUntil(() -> caller.getState() == Thread.State.WAITING && !caller.isInterrupted());
        gate.open();
        assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
        assertThat(outcome.get().of(ip("a")).isGood()).isTrue();
        assertThat(((Outcome.NotAttempted) outcome.get().of(ip("b"))).reason()).isEqualTo(Reason.STOPPING);
        assertThat(stillInterrupted.get()).isTrue();
        assertThat(arm.calls("PUT")).isEqualTo(1);
    }

    @Test
    void closingAwaitsWhatIsUnderWayAndRefusesTheRest() {
        Gate gate = arm.gateBefore("PUT", ip("a"));
        var outcome = inBackground(plan(put(ip("a")), put(ip("b"), ip("a"))));
        gate.awaitArrival();
        var closed = CompletableFuture.runAsync(executor::close, task -> Thread.ofVirtual().start(task));
        awaitUntil(executor::isStopping);
        assertThat(closed).isNotDone();
        gate.open();
        closed.orTimeout(2, TimeUnit.MINUTES).join();
        assertThat(((Outcome.NotAttempted) await(outcome).of(ip("b"))).reason()).isEqualTo(Reason.STOPPING);
        assertThat(((Outcome.NotAttempted) executor.execute(plan(put(ip("c")))).of(ip("c"))).reason())
                .isEqualTo(Reason.STOPPING);
        executor.close();
    }

    @Test
    void noMoreThanTheConfiguredNumberOfWritesRunAtOnce() {
        Operation[] operations = java.util.stream.IntStream.range(0, 40)
                .mapToObj(i -> put(ip("x" + i)))
                .toArray(Operation[]::new);
        assertThat(executor(ExecutionListener.NONE, 3).execute(plan(operations)).allGood()).isTrue();
        assertThat(arm.mostWriting()).isBetween(1, 3);
    }

    @Test
    void randomPlansOnFewResourcesNeverOverlapOnOne() {
        var plans = new java.util.Random(42).ints(60, 0, 8)
                .mapToObj(seed -> plan(put(ip("x" + seed % 4)), put(loadBalancer("lb" + seed / 4))))
                .map(this::inBackground)
                .toList();
        assertThat(plans).allSatisfy(outcome -> assertThat(await(outcome).allGood()).isTrue());
        assertThat(arm.overlaps()).isZero();
        assertThat(lanes.busy()).isZero();
        assertThat(arm.calls("PUT")).isEqualTo(120);
    }
}
