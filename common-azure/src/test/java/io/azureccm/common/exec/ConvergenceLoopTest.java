package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.object;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ConvergenceLoopTest {
    private static final Duration AGE = Duration.ofMinutes(10);
    private static final ArmId IPS = ArmId.collection("sub", "rg", ArmTypes.PUBLIC_IP);
    private static final ArmId LBS = ArmId.collection("sub", "rg", ArmTypes.LOAD_BALANCER);

    private final FakeArm arm = new FakeArm();
    private final VirtualClock clock = new VirtualClock();
    private final ObservedStore store = new ObservedStore(arm, clock, ObservedStore.Settings.DEFAULT);
    private final PlanJournal journal = new PlanJournal(PlanText.of("services"), 20, clock, () -> "");
    private final ArmPlanExecutor executor = new ArmPlanExecutor(new ArmPlanExecutor.Ports(arm, store,
            new ResourceLanes(), WriteFence.OPEN, ExecutionListener.NONE, clock), ArmPlanExecutor.Settings.DEFAULT);
    private final ConvergenceLoop loop = loop(executor);

    private ConvergenceLoop loop(PlanExecutor executing) {
        return new ConvergenceLoop(executing, journal, new ConvergenceLoop.Settings(4,
                BackOff.doubling(Duration.ofMillis(100), Duration.ofSeconds(4)),
                BackOff.doubling(Duration.ofMillis(500), Duration.ofSeconds(4))), clock,
                clock);
    }

    /** A little planner: an address, and a load balancer that points at what Azure allocated. */
    private Plan observeAndPlan() {
        Snapshot seen = store.take(List.of(Read.list(IPS, AGE), Read.list(LBS, AGE)));
        List<Operation> operations = new ArrayList<>();
        Optional<ObjectNode> pip = seen.list(IPS).stream().findFirst();
        if (pip.isEmpty()) {
            operations.add(put(ip("1")).forSubjects(Set.of("shop/web")));
        }
        String address = pip.map(node -> node.path(FakeArm.FILLED).asText()).orElse("");
        Optional<ObjectNode> lb = seen.list(LBS).stream().findFirst();
        if (address.isEmpty() || !lb.map(node -> node.path("points").asText()).equals(Optional.of(address))) {
            Operation write = Operation.put(loadBalancer("lb"), object("{}").put("points", address),
                    lb.map(node -> node.path("etag").asText()).orElse(""), List.of())
                    .after(Set.of(ip("1")))
                    .forSubjects(Set.of("shop/web"));
            operations.add(address.isEmpty() ? write.awaiting(Set.of("address of 1")) : write);
        }
        return new Plan("lb=lb", operations, List.of(), Plan.Basis.NONE);
    }

    private static Supplier<Plan> plans(Plan... plans) {
        Iterator<Plan> next = List.of(plans).iterator();
        return next::next;
    }

    @Test
    void deferredOperationsFollowInTheNextRoundWithTheRealValues() {
        arm.answersEarly();
        RunResult result = loop.run(this::observeAndPlan);
        assertThat(result.rounds()).hasSize(2);
        assertThat(result.openFor("shop/web")).isEmpty();
        assertThat(arm.stored(loadBalancer("lb")).orElseThrow().path("points").asText()).isEqualTo("10.0.0.1");
        assertThat(arm.log()).containsExactlyInAnyOrder("LIST publicIPAddresses", "LIST loadBalancers",
                "PUT publicIPAddresses/1", "LIST publicIPAddresses", "PUT loadBalancers/lb");
        assertThat(clock.pauses()).isEmpty();
        assertThat(journal.entries()).hasSize(2);
    }

    @Test
    void aFinalAnswerSparesTheReadBetweenTheRounds() {
        loop.run(this::observeAndPlan);
        assertThat(arm.calls("LIST")).isEqualTo(2);
        assertThat(arm.calls("PUT")).isEqualTo(2);
    }

    @Test
    void theNextRunOverAnUnchangedWorldWritesAndReadsNothing() {
        loop.run(this::observeAndPlan);
        RunResult result = loop.run(this::observeAndPlan);
        assertThat(result.lastPlan().isEmpty()).isTrue();
        assertThat(arm.log()).hasSize(4);
    }

    @Test
    void aLostAnswerIsResolvedByReadingAndTheWriteIsNotSentAgain() {
        arm.store(ip("1"), object("{}"));
        arm.failsAfterwards("PUT", loadBalancer("lb"), FakeArm.failure(Kind.UNKNOWN, "ConnectionLost"));
        RunResult result = loop.run(this::observeAndPlan);
        assertThat(result.allGood()).isTrue();
        assertThat(result.lastPlan().isEmpty()).isTrue();
        assertThat(arm.calls("PUT")).isEqualTo(1);
        assertThat(clock.pauses()).containsExactly(Duration.ofMillis(500));
    }

    @Test
    void aServerThatKeepsLosingAnswersIsLeftToTheQueueAfterTwoFurtherLooks() {
        arm.store(ip("1"), object("{}"));
        for (int i = 0; i < 5; i++)
            arm.fails("PUT", loadBalancer("lb"), FakeArm.failure(Kind.UNKNOWN, "Http503"));
        RunResult result = loop.run(this::observeAndPlan);
        assertThat(result.openFor("shop/web")).hasSize(1);
        assertThat(arm.calls("PUT")).isEqualTo(3);
        assertThat(clock.pauses()).containsExactly(Duration.ofMillis(500), Duration.ofSeconds(1));
    }

    @Test
    void aConflictIsReadAgainPlannedAgainAndWrittenAgainAfterAPause() {
        arm.store(ip("1"), object("{}"));
        arm.store(loadBalancer("lb"), object("{'points':'nowhere'}"));
        store.take(List.of(Read.list(IPS, AGE), Read.list(LBS, AGE)));
        arm.store(loadBalancer("lb"), object("{'points':'elsewhere'}"));
        RunResult result = loop.run(this::observeAndPlan);
        assertThat(result.allGood()).isTrue();
        assertThat(result.rounds().getFirst().of(loadBalancer("lb"))).isInstanceOf(Outcome.Conflict.class);
        assertThat(result.outcomes().get(loadBalancer("lb"))).isInstanceOf(Outcome.Applied.class);
        assertThat(arm.log().subList(2, 5)).containsExactly("PUT loadBalancers/lb", "LIST loadBalancers",
                "PUT loadBalancers/lb");
        assertThat(clock.pauses()).containsExactly(Duration.ofMillis(100));
    }

    @Test
    void aConflictThatNeverEndsIsLeftToTheNextPass() {
        for (int i = 0; i < 9; i++) {
            arm.fails("PUT", ip("1"), FakeArm.failure(Kind.CONFLICT, "PreconditionFailed"));
        }
        RunResult result = loop.run(this::observeAndPlan);
        assertThat(result.rounds()).hasSize(4);
        assertThat(result.openFor("shop/web")).isNotEmpty();
        assertThat(result.problemOf("shop/web")).contains("PreconditionFailed");
        assertThat(clock.pauses()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200),
                Duration.ofMillis(400));
    }

    @Test
    void aConflictThatSomebodyElseHasSettledIsGood() {
        Plan wanted = plan(put(ip("a")).forSubjects(Set.of("shop/web")));
        arm.fails("PUT", ip("a"), FakeArm.failure(Kind.CONFLICT, "PreconditionFailed"));
        RunResult result = loop.run(plans(wanted, plan()));
        assertThat(result.allGood()).isTrue();
        assertThat(result.openFor("shop/web")).isEmpty();
        assertThat(result.outcomes()).containsEntry(ip("a"), new Outcome.NoChange());
    }

    @Test
    void otherFailuresAreNotRepeatedHere() {
        for (Kind kind : List.of(Kind.REJECTED, Kind.UNKNOWN, Kind.BUSY, Kind.THROTTLED)) {
            arm.fails("PUT", ip("a"), FakeArm.failure(kind, "No"));
            RunResult result = loop.run(plans(plan(put(ip("a")).forSubjects(Set.of("shop/web")))));
            assertThat(result.rounds()).hasSize(1);
            assertThat(result.openFor("shop/web")).hasSize(1);
            assertThat(result.retryNotBefore().isPresent()).isEqualTo(kind == Kind.BUSY || kind == Kind.THROTTLED);
        }
    }

    @Test
    void deferredOperationsBehindAFailureDoNotBringAnotherRound() {
        arm.fails("PUT", ip("a"), FakeArm.failure(Kind.REJECTED, "QuotaExceeded"));
        RunResult result = loop.run(plans(plan(put(ip("a")), put(ip("other")),
                put(loadBalancer("lb"), ip("a")).awaiting(Set.of("address of a")).forSubjects(Set.of("shop/web")))));
        assertThat(result.rounds()).hasSize(1);
        assertThat(result.problemOf("shop/web")).contains("loadBalancers/lb").contains("QuotaExceeded");
    }

    @Test
    void theBlameGoesToWhatArmAnsweredBeforeWhatWasNotSent() {
        arm.fails("PUT", ip("z"), FakeArm.failure(Kind.REJECTED, "QuotaExceeded"));
        RunResult result = loop
                .run(plans(plan(put(ip("a")).awaiting(Set.of("something")).forSubjects(Set.of("shop/web")),
                        put(ip("z")).forSubjects(Set.of("shop/web"))), plan(put(ip("z")))));
        assertThat(new RunResult(result.rounds().subList(0, 1), Optional.empty()).problemOf("shop/web"))
                .isEqualTo("publicIPAddresses/z: QuotaExceeded (HTTP 400): no luck");
    }

    @Test
    void aDryRunIsOneRoundThatIsGoodForNobody() {
        RunResult result = loop(new DryRunExecutor()).run(this::observeAndPlan);
        assertThat(result.rounds()).hasSize(1);
        assertThat(result.openFor("shop/web")).hasSize(2);
        assertThat(arm.calls("PUT")).isZero();
    }

    @Test
    void aPlannerThatFailsAtFirstIsAFailureOfTheRun() {
        assertThatThrownBy(() -> loop.run(() -> {
            throw new IllegalStateException("cannot read");
        })).hasMessage("cannot read");
    }

    @Test
    void aPlannerThatFailsLaterDoesNotLoseWhatWasDone() {
        Plan first = plan(put(ip("a")).forSubjects(Set.of("pay/api")),
                put(loadBalancer("lb")).awaiting(Set.of("address of a")).forSubjects(Set.of("shop/web")));
        Iterator<Plan> once = List.of(first).iterator();
        RunResult result = loop.run(() -> {
            if (!once.hasNext())
                throw FakeArm.failure(Kind.UNKNOWN, "Timeout");
            return once.next();
        });
        assertThat(result.failure()).isPresent();
        assertThat(result.openFor("pay/api")).isEmpty();
        assertThat(result.openFor("shop/web")).hasSize(1);
    }

    @Test
    void refusalsOfTheLastPlanCount() {
        Refusal refusal = new Refusal("Bad", "shop/web", "no");
        RunResult result = loop.run(plans(new Plan("lb=a", List.of(), List.of(refusal), Plan.Basis.NONE)));
        assertThat(result.refusalOf("shop/web")).contains(refusal);
        assertThat(result.refusalOf("pay/api")).isEmpty();
    }

    @Test
    void anInterruptEndsTheRunWithWhatWasDone() {
        arm.fails("PUT", ip("a"), FakeArm.failure(Kind.CONFLICT, "PreconditionFailed"));
        Supplier<Plan> planner = plans(plan(put(ip("a")).forSubjects(Set.of("shop/web"))));
        ConvergenceLoop interrupted = new ConvergenceLoop(executor, journal, ConvergenceLoop.Settings.DEFAULT,
                duration -> {
                    throw new InterruptedException();
                }, clock);
        RunResult result = interrupted.run(planner);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.openFor("shop/web")).hasSize(1);
    }
}
