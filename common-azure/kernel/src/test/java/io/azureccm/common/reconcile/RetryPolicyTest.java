package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the next attempt waits for, in virtual time. */
class RetryPolicyTest {
    private static final BackOff WAITS = BackOff.doubling(Duration.ofSeconds(5), Duration.ofSeconds(300));
    private static final RetryPolicy POLICY = new RetryPolicy(WAITS, Duration.ofSeconds(30));
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private Instant now = START;
    private RetryState state = RetryState.NEW;

    private Duration fails(FailedAttempt attempt) {
        state = POLICY.after(state, attempt, now);
        Instant due = state.dueAt().orElseThrow();
        Duration wait = Duration.between(now, due);
        now = due;
        return wait;
    }

    private static FailedAttempt failed(String cause, String... done) {
        return new FailedAttempt(RetryReason.FAILED, cause, Set.of(done), Optional.empty());
    }

    private static FailedAttempt closed(Instant opens) {
        return new FailedAttempt(RetryReason.CLOSED_WINDOW, "Throttled of PUT publicipaddresses", Set.of(),
                Optional.of(opens));
    }

    private List<Long> seconds(FailedAttempt... attempts) {
        List<Long> waits = new ArrayList<>();
        for (FailedAttempt attempt : attempts)
            waits.add(fails(attempt).toSeconds());
        return waits;
    }

    @Test
    void sameFailureWaitsEverLongerUpToTheCap() {
        FailedAttempt same = failed("Rejected 403");
        assertThat(seconds(same, same, same, same, same, same, same, same))
                .containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 300L, 300L);
    }

    @Test
    void whatSomebodyElseChangedIsTriedAgainSoonAndAnUnknownEndIsLookedAfterWithinSeconds() {
        List<Long> waits = new ArrayList<>();
        for (RetryReason reason : List.of(RetryReason.OUTDATED, RetryReason.OUTDATED, RetryReason.UNKNOWN_OUTCOME,
                RetryReason.UNKNOWN_OUTCOME, RetryReason.UNKNOWN_OUTCOME, RetryReason.UNKNOWN_OUTCOME))
            waits.add(fails(FailedAttempt.of(reason, reason.name())).toMillis());

        assertThat(waits).containsExactly(200L, 400L, 1000L, 2000L, 4000L, 6000L);
    }

    @Test
    void nineDifferentFailuresInARowWaitTheShortestTimeEach() {
        for (int i = 0; i < 9; i++)
            assertThat(fails(failed("cause " + i))).hasSeconds(5);
    }

    @Test
    void failuresThatTakeTurnsGrowAllTheSame() {
        assertThat(seconds(failed("a"), failed("b"), failed("a"), failed("b"), failed("a")))
                .containsExactly(5L, 5L, 10L, 10L, 20L);
    }

    @Test
    void attemptThatGotFurtherBeginsAnew() {
        assertThat(seconds(failed("a"), failed("a"), failed("a", "PUT ip"), failed("a", "PUT ip"),
                failed("a", "PUT ip", "PUT lb"))).as("what is carried out again is no progress")
                .containsExactly(5L, 10L, 5L, 10L, 5L);
    }

    @Test
    void closedWindowIsWaitedForAndNoLonger() {
        assertThat(fails(closed(now.plusSeconds(7)))).hasSeconds(7);
        assertThat(fails(closed(now.plusSeconds(17)))).hasSeconds(17);
        assertThat(fails(closed(now.plusSeconds(299)))).hasSeconds(299);
        assertThat(fails(closed(now.plusMillis(200)))).as("no back-off has grown").hasMillis(200);
        assertThat(fails(closed(now.minusSeconds(1)))).as("it has opened meanwhile").isZero();
    }

    @Test
    void windowThatIsFoundClosedAgainAndAgainIsNotBelievedForEver() {
        for (int i = 0; i < 5; i++)
            assertThat(fails(closed(now.plusSeconds(1)))).hasSeconds(1);
        assertThat(fails(closed(now.plusSeconds(1)))).hasSeconds(5);
        assertThat(fails(closed(now.plusSeconds(1)))).hasSeconds(10);
        assertThat(fails(closed(now.plusSeconds(90)))).as("what is asked for is honoured").hasSeconds(90);
    }

    @Test
    void windowThatIsToStayClosedForLongIsLookedAtNowAndThenSinceItMayOpenEarly() {
        Instant opens = START.plusSeconds(3600);
        for (int i = 0; i < 12; i++)
            assertThat(fails(closed(opens))).hasSeconds(300);
        assertThat(now).isEqualTo(opens);
    }

    @Test
    void windowThatNobodyNamesTheEndOfIsABackOff() {
        FailedAttempt unnamed = new FailedAttempt(RetryReason.CLOSED_WINDOW, "429", Set.of(), Optional.empty());
        assertThat(seconds(unnamed, unnamed, unnamed)).containsExactly(5L, 10L, 20L);
    }

    @Test
    void removalIsTriedAgainSooner() {
        FailedAttempt removal = FailedAttempt.of(RetryReason.REMOVAL_FAILED, "409");
        assertThat(seconds(removal, removal, removal, removal, removal)).containsExactly(5L, 10L, 20L, 30L, 30L);
    }

    @Test
    void conflictWaitsForAnyChangeAndAMistakeForItsOwn() {
        RetryState conflicting = POLICY.after(state, FailedAttempt.of(RetryReason.CONFLICTING, "PortConflict"), now);
        RetryState invalid = POLICY.after(state, FailedAttempt.of(RetryReason.INVALID, "InvalidAnnotation"), now);
        assertThat(conflicting.trigger()).isEqualTo(new RetryTrigger.AnythingChanged());
        assertThat(conflicting.dueAt()).isEmpty();
        assertThat(invalid.trigger()).isEqualTo(new RetryTrigger.ObjectChanged());
        assertThat(invalid.dueAt()).isEmpty();
    }

    @Test
    void attemptThatWasMadeForOthersDoesNotLengthenTheWait() {
        fails(failed("a"));
        fails(failed("a"));
        RetryState before = POLICY.after(state, failed("a"), now);
        assertThat(before.dueAt()).hasValue(now.plusSeconds(20));
        assertThat(POLICY.after(before, failed("a"), now.plusSeconds(19))).isEqualTo(before);
        assertThat(POLICY.after(before, failed("b"), now.plusSeconds(1)).dueAt()).as("another failure waits for itself")
                .hasValue(now.plusSeconds(6));
    }

    @Test
    void windowMetEarlyMovesTheWaitAndCountsOnce() {
        RetryState waiting = POLICY.after(state, closed(now.plusSeconds(10)), now);
        for (int i = 1; i < 10; i++)
            waiting = POLICY.after(waiting, closed(START.plusSeconds(10)), START.plusSeconds(i));
        assertThat(waiting.dueAt()).hasValue(START.plusSeconds(10));
        assertThat(waiting.attempts().values()).containsExactly(1);
        assertThat(POLICY.after(waiting, closed(START.plusSeconds(4)), START.plusSeconds(3)).dueAt())
                .as("it opens early")
                .hasValue(START.plusSeconds(4));
    }
}
