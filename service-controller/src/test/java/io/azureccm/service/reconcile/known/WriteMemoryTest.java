package io.azureccm.service.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.service.reconcile.turn.RetryFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class WriteMemoryTest {
    private static final RetryPolicy POLICY = ServiceTiming.DEFAULT.retries();
    private static final Outcome CONFLICT = new Outcome.Conflict("412");
    private static final Outcome UNKNOWN = new Outcome.Unknown("lost");
    private static final Outcome REFUSED = new Outcome.Rejected(400, "InvalidPort", "port 0 is not possible");
    private static final Outcome APPLIED = new Outcome.Applied(null);
    private static final Predicate<String> ALL_WANTED = subject -> true;

    private final Operation balancer = RetryFixture.put(RetryFixture.BALANCER, "shop/a");
    private final Operation address = RetryFixture.put(RetryFixture.ADDRESS, "shop/a");
    private WriteMemory memory = WriteMemory.NONE;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void conflictIsTriedAgainAtOnceThenAfterGrowingSilentPausesAndIsAFailureInTheEnd() {
        assertThat(pauses(6, CONFLICT)).containsExactly("0 silent", "200 silent", "400 silent", "800 silent",
                "1600 silent", "3200 silent");
        assertThat(pauses(3, CONFLICT)).containsExactly("2000 told", "4000 told", "8000 told");
    }

    @Test
    void unknownOutcomeIsSilentTwiceAndIsAFailureTheThirdTime() {
        assertThat(pauses(4, UNKNOWN)).containsExactly("1000 silent", "2000 silent", "2000 told", "4000 told");
    }

    @Test
    void writeOfALoadBalancerEndsTheFailureOfItsPoolAndOfNoOther() {
        Operation pool = RetryFixture.put(RetryFixture.BALANCER.child("backendAddressPools", "a"), "shop/a");
        ends(pool, UNKNOWN, ALL_WANTED);
        ends(address, UNKNOWN, ALL_WANTED);

        ends(balancer, APPLIED, ALL_WANTED);

        assertThat(memory.undecided(now)).containsExactly(RetryFixture.ADDRESS);
        assertThat(memory.undecided(now.plusSeconds(1))).isEmpty();
    }

    @Test
    void refusedWriteIsToldFromTheFirstTimeOn() {
        assertThat(pauses(3, REFUSED)).containsExactly("2000 told", "4000 told", "8000 told");
    }

    @Test
    void pausesOfAWriteGrowNoLongerThanTheCap() {
        assertThat(pauses(12, REFUSED)).endsWith("300000 told", "300000 told");
    }

    @Test
    void removalIsTriedAgainAfterHalfAMinuteAtTheLatest() {
        for (int i = 0; i < 8; i++)
            ends(balancer, REFUSED, subject -> false);

        assertThat(pause(balancer)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void writeForManyCountsAsARemovalOnlyWhenNobodyWantsIt() {
        Operation both = RetryFixture.put(RetryFixture.BALANCER, "shop/a", "shop/b");
        for (int i = 0; i < 8; i++)
            ends(both, REFUSED, "shop/b"::equals);

        assertThat(pause(both)).isGreaterThan(Duration.ofSeconds(30));
    }

    @Test
    void throttledWriteWaitsUntilTheMomentThatAzureNames() {
        ends(balancer, new Outcome.Throttled(now.plusSeconds(17), "busy"), ALL_WANTED);

        assertThat(failed(balancer).notBefore()).isEqualTo(now.plusSeconds(17));
        assertThat(failed(balancer).isSilent()).isFalse();
        assertThat(memory.nextDue(now)).contains(now.plusSeconds(17));
    }

    @Test
    void goodWriteEndsItsFailureAndTheNextConflictIsTheFirstAgain() {
        pauses(3, CONFLICT);
        ends(balancer, APPLIED, ALL_WANTED);
        assertThat(memory.failed()).isEmpty();
        assertThat(memory.nextDue(now)).isEmpty();

        assertThat(pauses(1, CONFLICT)).containsExactly("0 silent");
    }

    @Test
    void backOffBeginsAnewWhenSomethingElseOfTheServiceWasCarriedOut() {
        pauses(3, REFUSED);
        ends(address, APPLIED, ALL_WANTED);

        assertThat(pauses(2, REFUSED)).containsExactly("2000 told", "4000 told");
    }

    @Test
    void backOffGoesOnWhenNothingNewWasCarriedOut() {
        ends(address, APPLIED, ALL_WANTED);
        pauses(3, REFUSED);
        ends(address, APPLIED, ALL_WANTED);
        ends(RetryFixture.put(RetryFixture.ADDRESS, "shop/b"), APPLIED, ALL_WANTED);
        ends(address, new Outcome.NoChange(), ALL_WANTED);

        assertThat(pauses(1, REFUSED)).containsExactly("16000 told");
    }

    @Test
    void whatWasCarriedOutCountsNoMoreWhenTheServiceIsServed() {
        ends(address, APPLIED, ALL_WANTED);
        assertThat(memory.done()).containsOnlyKeys("shop/a");

        assertThat(memory.served("shop/a").done()).isEmpty();
        assertThat(memory.served("shop/b").done()).containsOnlyKeys("shop/a");
    }

    @Test
    void failedWritesOfAServiceAreReleasedWhenItChanges() {
        Operation other = RetryFixture.put(RetryFixture.ADDRESS, "shop/b");
        ends(balancer, REFUSED, ALL_WANTED);
        ends(other, REFUSED, ALL_WANTED);

        memory = memory.changed("shop/a");

        assertThat(memory.failed()).containsOnlyKeys(other.target());
        assertThat(pauses(1, REFUSED)).containsExactly("2000 told");
    }

    @Test
    void throttledWriteIsNotReleasedWhenItsServiceChanges() {
        ends(balancer, new Outcome.Throttled(now.plusSeconds(17), "busy"), ALL_WANTED);

        assertThat(memory.changed("shop/a").of(balancer.target())).isPresent();
    }

    @Test
    void writeIsUnderWayForItsServicesUntilItEnds() {
        memory = memory.sent(balancer);
        assertThat(memory.isUnderWayFor("shop/a")).isTrue();
        assertThat(memory.isUnderWayFor("shop/b")).isFalse();

        ends(balancer, CONFLICT, ALL_WANTED);

        assertThat(memory.isUnderWayFor("shop/a")).isFalse();
        assertThat(memory.underWay()).isEmpty();
    }

    @Test
    void nextDueMomentIsTheEarliestThatHasNotCome() {
        ends(balancer, CONFLICT, ALL_WANTED);
        ends(address, REFUSED, ALL_WANTED);

        assertThat(memory.nextDue(now)).contains(now.plusSeconds(2));
        assertThat(memory.nextDue(now.plusSeconds(2))).isEmpty();
    }

    @Test
    void poolIsNewFromTheWriteThatMakesItUntilItIsFilled() {
        Operation making = balancer.with(List.of(Change.add("pool", "kubernetes", Cause.of("Wanted")),
                Change.add("rule", "web", Cause.of("Wanted"))));
        ends(making, CONFLICT, ALL_WANTED);
        assertThat(memory.newPools()).isEmpty();

        ends(making, APPLIED, ALL_WANTED);

        assertThat(memory.newPools())
                .containsExactly(RetryFixture.BALANCER.child("backendAddressPools", "kubernetes"));
        assertThat(memory.filling(pool -> true)).isSameAs(memory);
        assertThat(memory.filling(pool -> false).newPools()).isEmpty();
    }

    /** No machine may join a pool of it any more. */
    @Test
    void loadBalancerIsLeavingWhileItsDeletionRuns() {
        Operation deletion = Operation.delete(RetryFixture.BALANCER, List.of());
        memory = memory.sent(deletion).sent(address);
        assertThat(memory.sentDeletions()).containsExactly(RetryFixture.BALANCER);
        ends(deletion, APPLIED, ALL_WANTED);
        assertThat(memory.sentDeletions()).isEmpty();
    }

    @Test
    void writesThatAreNoLongerWantedAreForgotten() {
        ends(balancer, REFUSED, ALL_WANTED);
        ends(address, REFUSED, ALL_WANTED);

        WriteMemory rest = memory.keeping(write -> write.operation().target().equals(address.target()));

        assertThat(rest.failed()).containsOnlyKeys(address.target());
        assertThat(rest.keeping(write -> true)).isSameAs(rest);
    }

    @Test
    void publicIpsThatAreToBeDeletedAreRememberedUntilThePlanNamesOthers() {
        memory = memory.leaving(Set.of(RetryFixture.ADDRESS));
        ends(balancer, REFUSED, ALL_WANTED);
        ends(balancer, APPLIED, ALL_WANTED);
        assertThat(memory.changed("shop/a").leaving()).containsExactly(RetryFixture.ADDRESS);

        assertThat(memory.leaving(Set.of()).leaving()).isEmpty();
    }

    @Test
    void acceptedWriteIsInVainWhenTheSameIsAcceptedAgain() {
        Operation write = balancer.with(List.of(Change.add("rule", "web", Cause.of("Wanted"))));
        ends(write, APPLIED, ALL_WANTED);
        assertThat(failed(write).outcome()).isEqualTo(APPLIED);

        ends(write, APPLIED, ALL_WANTED);
        assertThat(failed(write).problem()).contains("stays as it was");

        ends(write.with(List.of(Change.add("rule", "other", Cause.of("Wanted")))), APPLIED, ALL_WANTED);
        assertThat(failed(write).outcome()).as("other content").isEqualTo(APPLIED);
    }

    @Test
    void pausesAfterATagInVainGoOnWhenSomethingElseIsWrittenWithIt() {
        Operation tag = balancer.with(List.of(Change.add("tag", "team", Cause.of("Wanted"))));
        Change rule = Change.add("rule", "web", Cause.of("Wanted"));
        Operation both = balancer.with(List.of(rule, tag.changes().getFirst()));
        for (int i = 0; i < 14; i++)
            endsWhenDue(tag);
        Instant due = failed(tag).notBefore();

        ends(both, APPLIED, ALL_WANTED);
        assertThat(failed(tag).holds(tag, now)).isTrue();
        assertThat(failed(tag).holds(both, now)).as("the rule is missing again").isFalse();
        assertThat(failed(tag).notBefore()).isEqualTo(due);

        endsWhenDue(tag);
        assertThat(pause(tag)).isGreaterThan(Duration.ofMinutes(1));
        ends(both, APPLIED, ALL_WANTED);
        ends(both, APPLIED, ALL_WANTED);
        assertThat(failed(both).holds(both, now)).as("the rule is in vain, too").isTrue();
        assertThat(failed(both).isIncidental()).isFalse();
    }

    @Test
    void tagInVainStaysIncidentalWhenItsRetryMeetsAnotherClient() {
        Operation tag = balancer.with(List.of(Change.add("tag", "team", Cause.of("Wanted"))));
        for (int i = 0; i < 14; i++)
            endsWhenDue(tag);

        ends(tag, CONFLICT, ALL_WANTED);
        assertThat(failed(tag).isIncidental()).isTrue();

        ends(tag, REFUSED, ALL_WANTED);
        assertThat(failed(tag).isIncidental()).isFalse();
    }

    /** The pauses in milliseconds after attempts with this outcome, each made when it is due. */
    private List<String> pauses(int attempts, Outcome outcome) {
        List<String> pauses = new ArrayList<>();
        for (int i = 0; i < attempts; i++) {
            ends(balancer, outcome, ALL_WANTED);
            pauses.add(pause(balancer).toMillis() + (failed(balancer).isSilent() ? " silent" : " told"));
            now = failed(balancer).notBefore();
        }
        return pauses;
    }

    private void endsWhenDue(Operation accepted) {
        now = memory.of(accepted.target()).map(FailedWrite::notBefore).orElse(now);
        ends(accepted, APPLIED, ALL_WANTED);
    }

    private void ends(Operation operation, Outcome outcome, Predicate<String> wanted) {
        if (memory.of(operation.target()).isPresent() && !outcome.isGood())
            now = failed(operation).notBefore();
        memory = memory.sent(operation).after(operation, outcome, wanted, POLICY, now);
    }

    private FailedWrite failed(Operation operation) {
        return memory.of(operation.target()).orElseThrow();
    }

    private Duration pause(Operation operation) {
        return Duration.between(now, failed(operation).notBefore());
    }
}
