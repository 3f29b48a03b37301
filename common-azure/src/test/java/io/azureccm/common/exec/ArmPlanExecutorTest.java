package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.delete;
import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.object;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArmPlanExecutorTest {
    private final FakeArm arm = new FakeArm();
    private final RecordedWrites sink = new RecordedWrites();
    private final VirtualClock clock = new VirtualClock();
    private final ResourceLanes lanes = new ResourceLanes();
    private final AtomicReference<String> lost = new AtomicReference<>();
    private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    private final ExecutionListener listener = new ExecutionListener() {
        @Override
        public void started(Plan plan, Operation operation) {
            heard.add("start " + operation.target().name());
        }

        @Override
        public void ended(Plan plan, Operation operation, Outcome outcome, Duration took) {
            heard.add("end " + operation.target().name() + " " + outcome.getClass().getSimpleName());
        }
    };
    private final ArmPlanExecutor executor = executor(listener, 32);

    private ArmPlanExecutor executor(ExecutionListener hearing, int maxParallel) {
        return new ArmPlanExecutor(
                new ArmPlanExecutor.Ports(arm, sink, lanes, () -> Optional.ofNullable(lost.get()), hearing, clock),
                new ArmPlanExecutor.Settings(maxParallel, Duration.ofSeconds(10)));
    }

    private CompletableFuture<PlanOutcome> inBackground(Plan plan) {
        return CompletableFuture.supplyAsync(() -> executor.execute(plan),
                task -> Thread.ofVirtual().start(task));
    }

    private static PlanOutcome await(CompletableFuture<PlanOutcome> outcome) {
        return outcome.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void writesInTheOrderOfReferences() {
        PlanOutcome outcome = executor.execute(plan(put(loadBalancer("lb"), ip("a"), ip("b")), put(ip("a"), ip("b")),
                put(ip("b")), delete(ip("c"), loadBalancer("lb"))));
        assertThat(arm.log()).containsExactly("PUT publicIPAddresses/b", "PUT publicIPAddresses/a",
                "PUT loadBalancers/lb", "DELETE publicIPAddresses/c");
        assertThat(outcome.of(ip("c"))).isInstanceOf(Outcome.NoChange.class);
        assertThat(outcome.allGood()).isTrue();
        assertThat(((Outcome.Applied) outcome.of(ip("a"))).body()).isEqualTo(arm.stored(ip("a")).orElseThrow());
    }

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
        assertThat(slow.isReached()).isTrue();
        next.open();
        slow.open();
        assertThat(await(outcome).allGood()).isTrue();
    }

    @ParameterizedTest(name = "{0} {1} on PUT is {2}, on DELETE is {3}")
    @CsvSource({"NOT_FOUND, ResourceNotFound, Conflict, NoChange",
            "NOT_FOUND, ResourceGroupNotFound, Rejected, NoChange",
            "CONFLICT, PreconditionFailed, Conflict, Conflict", "THROTTLED, TooManyRequests, Throttled, Throttled",
            "BUSY, AnotherOperationInProgress, Throttled, Throttled", "UNAVAILABLE, Refused, Throttled, Throttled",
            "UNAUTHENTICATED, InvalidToken, Rejected, Rejected",
            "FORBIDDEN, AuthorizationFailed, Rejected, Rejected", "REJECTED, InvalidRequest, Rejected, Rejected",
            "UNKNOWN, Timeout, Unknown, Unknown"})
    void everyKindOfFailureHasItsOutcome(Kind kind, String code, String onPut, String onDelete) {
        arm.fails("PUT", ip("a"), FakeArm.failure(kind, code));
        arm.fails("DELETE", ip("b"), FakeArm.failure(kind, code));
        PlanOutcome outcome = executor.execute(plan(put(ip("a")), delete(ip("b"))));
        assertThat(outcome.of(ip("a")).getClass().getSimpleName()).isEqualTo(onPut);
        assertThat(outcome.of(ip("b")).getClass().getSimpleName()).isEqualTo(onDelete);
        assertThat(outcome.of(ip("a")).problem()).contains(code);
    }

    @Test
    void waitsAsLongAsArmSaysAndElseAsConfigured() {
        var until = VirtualClock.START.plusSeconds(77);
        arm.fails("PUT", ip("a"), new ArmException(Kind.THROTTLED, 429, "TooMany", "slow down", "", until, null));
        arm.fails("PUT", ip("b"), FakeArm.failure(Kind.BUSY, "AnotherOperationInProgress"));
        PlanOutcome outcome = executor.execute(plan(put(ip("a")), put(ip("b"))));
        assertThat(((Outcome.Throttled) outcome.of(ip("a"))).until()).isEqualTo(until);
        assertThat(((Outcome.Throttled) outcome.of(ip("b"))).until()).isEqualTo(VirtualClock.START.plusSeconds(10));
    }

    @Test
    void whatNeedsAFailedOperationIsNotSentAndNamesTheOneToBlame() {
        arm.fails("PUT", ip("a"), FakeArm.failure(Kind.REJECTED, "QuotaExceeded"));
        PlanOutcome outcome = executor.execute(plan(put(ip("a")), put(ip("b"), ip("a")),
                put(loadBalancer("lb"), ip("b")), put(ip("free"))));
        assertThat(arm.log()).containsExactlyInAnyOrder("PUT publicIPAddresses/a", "PUT publicIPAddresses/free");
        assertThat(outcome.of(ip("free")).isGood()).isTrue();
        assertThat(List.of(outcome.of(ip("b")), outcome.of(loadBalancer("lb")))).allSatisfy(result -> {
            assertThat(result).isInstanceOfSatisfying(Outcome.NotAttempted.class,
                    given -> assertThat(given.reason()).isEqualTo(Reason.PREREQUISITE_FAILED));
            assertThat(result.problem()).contains("publicIPAddresses/a").contains("QuotaExceeded");
        });
    }

    @Test
    void deferredOperationsAndThoseAfterThemAreNotSent() {
        PlanOutcome outcome = executor.execute(plan(put(ip("a")),
                put(loadBalancer("lb"), ip("a")).awaiting(Set.of("address of a")), put(ip("z"), loadBalancer("lb"))));
        assertThat(arm.log()).containsExactly("PUT publicIPAddresses/a");
        assertThat(outcome.of(loadBalancer("lb")))
                .isEqualTo(new Outcome.NotAttempted(Reason.DEFERRED, "awaits address of a"));
        assertThat(((Outcome.NotAttempted) outcome.of(ip("z"))).reason()).isEqualTo(Reason.DEFERRED);
    }

    @Test
    void aDeferredOperationAfterAFailedOneBlamesTheFailure() {
        arm.fails("PUT", ip("a"), FakeArm.failure(Kind.REJECTED, "QuotaExceeded"));
        PlanOutcome outcome = executor.execute(
                plan(put(ip("a")), put(loadBalancer("lb"), ip("a")).awaiting(Set.of("address of a"))));
        assertThat(outcome.of(loadBalancer("lb")).problem()).contains("QuotaExceeded");
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
    void aFaultInTheGatewayIsAnUnknownOutcomeAndLosesNothing() {
        arm.fails("PUT", ip("a"), new IllegalStateException("a bug"));
        arm.onNext("PUT", ip("b"), () -> {
            throw new StackOverflowError("a worse bug");
        });
        PlanOutcome outcome = executor.execute(plan(put(ip("a")), put(ip("b")), put(ip("c"))));
        assertThat(outcome.of(ip("a")).problem()).contains("unknown").contains("a bug");
        assertThat(outcome.of(ip("b"))).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcome.of(ip("c")).isGood()).isTrue();
        assertThat(sink.heard()).contains("doubtful a", "doubtful b");
    }

    @Test
    void theStoreHearsOfEveryWriteAndOfEveryDoubt() {
        arm.store(ip("gone"), object("{}"));
        arm.fails("PUT", ip("conflict"), FakeArm.failure(Kind.CONFLICT, "PreconditionFailed"));
        arm.failsAfterwards("PUT", ip("lost"), FakeArm.failure(Kind.UNKNOWN, "Timeout"));
        arm.fails("PUT", ip("rejected"), FakeArm.failure(Kind.REJECTED, "Bad"));
        arm.fails("PUT", ip("throttled"), FakeArm.failure(Kind.THROTTLED, "TooMany"));
        arm.fails("DELETE", ip("missing"), FakeArm.failure(Kind.NOT_FOUND, "ResourceNotFound"));
        arm.fails("PUT", ip("preempted"), new ArmException(Kind.BUSY, 200, "OperationPreempted", "no", "", null, null));
        executor.execute(
                plan(put(ip("good")), put(ip("preempted")), put(ip("conflict")), put(ip("lost")), put(ip("rejected")),
                        put(ip("throttled")), delete(ip("gone")), delete(ip("missing"))));
        assertThat(sink.heard()).containsExactlyInAnyOrder("written good final", "doubtful conflict", "doubtful lost",
                "doubtful rejected", "doubtful preempted", "deleted gone", "deleted missing");
    }

    @Test
    void anAnswerThatIsNotFinalIsHandedOnAsSuch() {
        arm.answersEarly();
        executor.execute(plan(put(ip("a"))));
        assertThat(sink.heard()).containsExactly("written a early");
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
        closed.orTimeout(20, TimeUnit.SECONDS).join();
        assertThat(((Outcome.NotAttempted) await(outcome).of(ip("b"))).reason()).isEqualTo(Reason.STOPPING);
        assertThat(((Outcome.NotAttempted) executor.execute(plan(put(ip("c")))).of(ip("c"))).reason())
                .isEqualTo(Reason.STOPPING);
        executor.close();
    }

    @Test
    void theListenerHearsOfEveryOperationAndCannotDisturb() {
        arm.fails("PUT", ip("a"), FakeArm.failure(Kind.REJECTED, "Bad"));
        executor.execute(plan(put(ip("a")), put(ip("b"), ip("a")), put(ip("c"))));
        assertThat(heard).containsExactlyInAnyOrder("start a", "end a Rejected", "end b NotAttempted", "start c",
                "end c Applied");
        ExecutionListener broken = new ExecutionListener() {
            @Override
            public void started(Plan plan, Operation operation) {
                throw new IllegalStateException("broken listener");
            }

            @Override
            public void ended(Plan plan, Operation operation, Outcome outcome, Duration took) {
                throw new IllegalStateException("broken listener");
            }
        };
        assertThat(executor(broken, 1).execute(plan(put(ip("d")), put(ip("e"), ip("d")))).allGood()).isTrue();
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
    void anEmptyPlanHasAnEmptyOutcome() {
        assertThat(executor.execute(plan()).outcomes()).isEmpty();
    }

    @Test
    void aDryRunSendsNothingAndIsGoodForNobody() {
        Plan plan = plan(put(ip("a")).forSubjects(Set.of("shop/web")), delete(ip("b")));
        PlanOutcome outcome = new DryRunExecutor().execute(plan);
        assertThat(outcome.outcomes().values()).allSatisfy(
                result -> assertThat(((Outcome.NotAttempted) result).reason()).isEqualTo(Reason.DRY_RUN));
        assertThat(outcome.openFor("shop/web")).hasSize(1);
    }

    static void awaitUntil(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end)
                throw new AssertionError("waited in vain");
            Thread.onSpinWait();
            Thread.yield();
        }
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
