package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.PlanOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What runs side by side, and what a loss of the lease, an interrupt or a stop in between leaves undone. */
class ParallelExecutionTest extends ExecutorFixture {
    @Test
    void writesOfDifferentCallersRunSideBySide() {
        Gate a = arm.gateBefore("PUT", ip("a"));
        Gate b = arm.gateBefore("PUT", ip("b"));
        var first = inBackground(put(ip("a")));
        var second = inBackground(put(ip("b")));
        a.awaitArrival();
        b.awaitArrival();
        a.open();
        b.open();
        assertThat(await(first).isGood()).isTrue();
        assertThat(await(second).isGood()).isTrue();
    }

    @Test
    void theFenceIsAskedBeforeEveryWrite() {
        arm.onNext("PUT", ip("a"), () -> lost.set("the lease ran out"));
        assertThat(execute(put(ip("a"))).isGood()).isTrue();
        assertThat(execute(put(loadBalancer("lb"))))
                .isEqualTo(new Outcome.NotAttempted(Reason.NOT_LEADER, "not sent: the lease ran out"));
        assertThat(arm.log()).containsExactly("PUT publicIPAddresses/a");
    }

    @Test
    void theFenceIsAskedAfterTheWaitForOtherWrites() {
        ArmPlanExecutor one = executor(listener, 1);
        Gate gate = arm.gateBefore("PUT", ip("a"));
        var first = CompletableFuture.supplyAsync(() -> one.execute(plan(put(ip("a")))),
                task -> Thread.ofVirtual().start(task));
        gate.awaitArrival();
        AtomicReference<PlanOutcome> second = new AtomicReference<>();
        Thread waiting = Thread.ofVirtual().start(() -> second.set(one.execute(plan(put(ip("b"))))));
        awaitUntil(() -> waiting.getState() == Thread.State.WAITING);
        lost.set("the lease ran out");
        gate.open();
        assertThat(first.orTimeout(2, TimeUnit.MINUTES).join().allGood()).isTrue();
        awaitUntil(() -> second.get() != null);
        assertThat(second.get().of(ip("b"))).isInstanceOfSatisfying(Outcome.NotAttempted.class,
                given -> assertThat(given.reason()).isEqualTo(Reason.NOT_LEADER));
        assertThat(arm.calls("PUT")).isEqualTo(1);
    }

    @Test
    void closingAwaitsWhatIsUnderWayAndRefusesTheRest() throws InterruptedException {
        Gate gate = arm.gateBefore("PUT", ip("a"));
        var outcome = inBackground(put(ip("a")));
        gate.awaitArrival();
        Thread closing = Thread.ofVirtual().start(executor::close);
        awaitUntil(() -> closing.getState() == Thread.State.WAITING);
        assertThat(((Outcome.NotAttempted) execute(put(ip("b")))).reason()).isEqualTo(Reason.STOPPING);
        gate.open();
        assertThat(closing.join(Duration.ofMinutes(2))).isTrue();
        assertThat(await(outcome).isGood()).isTrue();
        executor.close();
    }

    @Test
    void anEndWithoutWaitingInterruptsWhatIsUnderWayAndNothingMoreIsSent() {
        Gate gate = arm.gateBefore("PUT", ip("a"));
        var outcome = inBackground(put(ip("a")));
        gate.awaitArrival();
        executor.abandon();
        assertThat(await(outcome)).isInstanceOf(Outcome.Unknown.class);
        gate.open();
        assertThat(((Outcome.NotAttempted) execute(put(ip("b")))).reason()).isEqualTo(Reason.STOPPING);
    }

    @Test
    void noMoreThanTheConfiguredNumberOfWritesRunAtOnce() {
        ArmPlanExecutor three = executor(ExecutionListener.NONE, 3);
        var outcomes = IntStream.range(0, 40)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> three.execute(plan(put(ip("x" + i)))),
                        task -> Thread.ofVirtual().start(task)))
                .toList();
        assertThat(outcomes)
                .allSatisfy(each -> assertThat(each.orTimeout(2, TimeUnit.MINUTES).join().allGood()).isTrue());
        assertThat(arm.mostWriting()).isBetween(1, 3);
    }
}
