package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.delete;
import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.object;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.reconcile.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArmPlanExecutorTest extends ExecutorFixture {
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
    void anActionIsPostedAndItsTargetIsReadAgainBeforeAnythingIsBelieved() {
        Operation action = Operation.post(loadBalancer("lb"), "migrateToIpBased", object("{'pools':['p']}"), List.of());
        PlanOutcome outcome = executor.execute(plan(action, put(ip("a"), loadBalancer("lb"))));
        assertThat(arm.log()).containsExactly("POST loadBalancers/lb", "PUT publicIPAddresses/a");
        assertThat(sink.heard()).containsExactly("doubtful lb", "written a final");
        assertThat(outcome.allGood()).isTrue();
    }

    @Test
    void resourceThatNoAnswerToItsPutShowsIsReadAgainBeforeAnythingIsBelieved() {
        arm.answersPutsWithNothing();
        String before = arm.store(ip("b"), object("{}")).path("etag").asText();
        PlanOutcome outcome = executor.execute(plan(put(ip("a")), update(ip("b"), before)));
        assertThat(sink.heard()).containsExactlyInAnyOrder("doubtful a", "doubtful b", "superseded b " + before);
        assertThat(outcome.allGood()).isTrue();
    }

    @Test
    void anActionThatFailsKeepsWhatNeedsItFromBeingSent() {
        arm.fails("POST", loadBalancer("lb"), FakeArm.failure(Kind.REJECTED, "NotForThisSku"));
        Operation action = Operation.post(loadBalancer("lb"), "migrateToIpBased", object("{}"), List.of());
        PlanOutcome outcome = executor.execute(plan(action, put(ip("a"), loadBalancer("lb"))));
        assertThat(arm.log()).containsExactly("POST loadBalancers/lb");
        assertThat(outcome.of(loadBalancer("lb"))).isInstanceOf(Outcome.Rejected.class);
        assertThat(outcome.of(ip("a")).problem()).contains("NotForThisSku");
    }

    @Test
    void waitsAsLongAsArmSaysAndElseAsConfigured() {
        var until = VirtualClock.START.plusSeconds(77);
        arm.fails("PUT", ip("a"), new ArmException(Kind.THROTTLED, 429, "TooMany", "slow down", "", until, null));
        arm.fails("PUT", ip("b"), FakeArm.failure(Kind.BUSY, "AnotherOperationInProgress"));
        PlanOutcome outcome = executor.execute(plan(put(ip("a")), put(ip("b"))));
        assertThat(((Outcome.Throttled) outcome.of(ip("a"))).until()).isEqualTo(until);
        assertThat(((Outcome.Throttled) outcome.of(ip("b"))).until()).isEqualTo(VirtualClock.START.plusSeconds(1));
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
    void etagOfANetworkResourceWhoseWriteWasAcceptedBeforeItFailedIsOutdated() {
        ArmException failed = FakeArm.failure(Kind.REJECTED, "OperationFailed");
        ArmException preempted = FakeArm.failure(Kind.BUSY, "OperationPreempted");
        arm.fails("PUT", ip("failed"), failed.withOutdatedEtag());
        arm.fails("PUT", ip("preempted"), preempted.withOutdatedEtag());
        arm.fails("PUT", ip("created"), failed.withOutdatedEtag());
        arm.fails("PUT", ip("rejected"), failed);
        ArmId scaleSet = ArmId.of("sub", "rg", ArmTypes.SCALE_SET, "set");
        arm.fails("PUT", scaleSet, failed.withOutdatedEtag());
        executor.execute(plan(update(ip("failed"), "1"), update(ip("preempted"), "2"), put(ip("created")),
                update(ip("rejected"), "3"), update(scaleSet, "4")));
        assertThat(sink.heard()).containsExactlyInAnyOrder("doubtful failed", "superseded failed 1",
                "doubtful preempted", "superseded preempted 2", "doubtful created", "doubtful rejected",
                "doubtful set");
    }

    private static Operation update(ArmId id, String etag) {
        return Operation.put(id, object("{}"), etag, List.of());
    }

    @Test
    void anAnswerThatIsNotFinalIsHandedOnAsSuch() {
        arm.answersEarly();
        executor.execute(plan(put(ip("a"))));
        assertThat(sink.heard()).containsExactly("written a early");
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
}
