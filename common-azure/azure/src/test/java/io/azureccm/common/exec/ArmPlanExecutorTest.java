package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.delete;
import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.object;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void sendsTheOperationAndReturnsItsOutcome() {
        Outcome outcome = execute(put(ip("a")));
        assertThat(((Outcome.Applied) outcome).body()).isEqualTo(arm.stored(ip("a")).orElseThrow());
        assertThat(execute(delete(ip("c")))).isInstanceOf(Outcome.NoChange.class);
        assertThat(arm.log()).containsExactly("PUT publicIPAddresses/a", "DELETE publicIPAddresses/c");
    }

    @Test
    void planOfSeveralOperationsAndADeferredOneAreRefused() {
        assertThatThrownBy(() -> executor.execute(plan(put(ip("a")), put(ip("b")))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> execute(put(ip("a")).awaiting(Set.of("address of b"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(arm.log()).isEmpty();
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
        Outcome outcome = execute(put(ip("a")));
        assertThat(outcome.getClass().getSimpleName()).isEqualTo(onPut);
        assertThat(outcome.problem()).contains(code);
        assertThat(execute(delete(ip("b"))).getClass().getSimpleName()).isEqualTo(onDelete);
    }

    /** Planning again would only send the same again, and hold up all that share the load balancer. */
    @Test
    void missingReferenceOfALoadBalancerIsARefusal() {
        arm.fails("PUT", loadBalancer("lb"), FakeArm.failure(Kind.NOT_FOUND, "ResourceNotFound"));
        assertThat(execute(put(loadBalancer("lb")))).isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void anActionIsPostedAndItsTargetIsReadAgainBeforeAnythingIsBelieved() {
        Operation action = Operation.post(loadBalancer("lb"), "migrateToIpBased", object("{'pools':['p']}"), List.of());
        assertThat(execute(action).isGood()).isTrue();
        assertThat(arm.log()).containsExactly("POST loadBalancers/lb");
        assertThat(sink.heard()).containsExactly("doubtful lb");
    }

    @Test
    void resourceThatNoAnswerToItsPutShowsIsReadAgainBeforeAnythingIsBelieved() {
        arm.answersPutsWithNothing();
        String before = arm.store(ip("b"), object("{}")).path("etag").asText();
        assertThat(execute(put(ip("a"))).isGood()).isTrue();
        assertThat(execute(update(ip("b"), before)).isGood()).isTrue();
        assertThat(sink.heard()).containsExactly("doubtful a", "doubtful b", "superseded b " + before);
    }

    @Test
    void waitsAsLongAsArmSaysAndElseAsConfigured() {
        var until = VirtualClock.START.plusSeconds(77);
        arm.fails("PUT", ip("a"), new ArmException(Kind.THROTTLED, 429, "TooMany", "slow down", "", until, null));
        arm.fails("PUT", ip("b"), FakeArm.failure(Kind.BUSY, "AnotherOperationInProgress"));
        assertThat(((Outcome.Throttled) execute(put(ip("a")))).until()).isEqualTo(until);
        assertThat(((Outcome.Throttled) execute(put(ip("b")))).until()).isEqualTo(VirtualClock.START.plusSeconds(1));
    }

    @Test
    void aFaultInTheGatewayIsAnUnknownOutcomeAndLosesNothing() {
        arm.fails("PUT", ip("a"), new IllegalStateException("a bug"));
        arm.onNext("PUT", ip("b"), () -> {
            throw new StackOverflowError("a worse bug");
        });
        assertThat(execute(put(ip("a"))).problem()).contains("unknown").contains("a bug");
        assertThat(execute(put(ip("b")))).isInstanceOf(Outcome.Unknown.class);
        assertThat(execute(put(ip("c"))).isGood()).isTrue();
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
        List.of(put(ip("good")), put(ip("preempted")), put(ip("conflict")), put(ip("lost")), put(ip("rejected")),
                put(ip("throttled")), delete(ip("gone")), delete(ip("missing"))).forEach(this::execute);
        assertThat(sink.heard()).containsExactlyInAnyOrder("written good final", "doubtful conflict", "doubtful lost",
                "doubtful rejected", "denied throttled", "doubtful preempted", "deleted gone", "deleted missing");
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
        List.of(update(ip("failed"), "1"), update(ip("preempted"), "2"), put(ip("created")),
                update(ip("rejected"), "3"), update(scaleSet, "4")).forEach(this::execute);
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
        execute(put(ip("a")));
        assertThat(sink.heard()).containsExactly("written a early");
    }

    @Test
    void theListenerHearsOfEveryOperationAndCannotDisturb() {
        arm.fails("PUT", ip("a"), FakeArm.failure(Kind.REJECTED, "Bad"));
        execute(put(ip("a")));
        execute(put(ip("c")));
        lost.set("the lease ran out");
        execute(put(ip("b")));
        assertThat(heard).containsExactly("start a", "end a Rejected", "start c", "end c Applied",
                "end b NotAttempted");
        lost.set(null);
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
        assertThat(executor(broken, 1).execute(plan(put(ip("d")))).allGood()).isTrue();
    }

    @Test
    void aDryRunSendsNothingAndIsGoodForNobody() {
        Plan plan = plan(put(ip("a")).forSubjects(Set.of("shop/web")), delete(ip("b")));
        PlanOutcome outcome = new DryRunExecutor().execute(plan);
        assertThat(outcome.outcomes().values()).allSatisfy(
                result -> assertThat(((Outcome.NotAttempted) result).reason()).isEqualTo(Reason.DRY_RUN));
        assertThat(outcome.allGood()).isFalse();
    }
}
