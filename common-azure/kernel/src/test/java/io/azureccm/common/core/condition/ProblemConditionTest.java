package io.azureccm.common.core.condition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A condition about a problem is written when it says something else, and what varies by attempt is not written by attempt. */
class ProblemConditionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final ProblemCondition CONDITION = new ProblemCondition("azureccm.io/Done", "Done", "docs/page.md");

    private enum Reason implements ProblemReason {
        Mistake(false), Throttled(true), Lost(true);

        private final boolean varies;

        Reason(boolean varies) {
            this.varies = varies;
        }

        @Override
        public Text text() {
            return new Text(name(), "", "Correct it.");
        }

        @Override
        public boolean variesByAttempt() {
            return varies;
        }
    }

    @Test
    void firstProblemIsWrittenWithWhatToDo() {
        assertThat(write(Optional.empty(), Reason.Mistake, "wrong", NOW)).hasValueSatisfying(written -> {
            assertThat(written.text()).isEqualTo("False (Mistake)");
            assertThat(written.message()).isEqualTo("wrong. What to do: Correct it.");
        });
    }

    @Test
    void addressOfTheReasonIsShownIfPagesHaveOne() {
        ConditionOptions pages = new ConditionOptions(true, "https://docs.example.com/");

        assertThat(CONDITION.write(Optional.empty(), new Problem(Reason.Mistake, "wrong"), pages, NOW))
                .map(ShownCondition::message)
                .contains("wrong. What to do: Correct it. https://docs.example.com/docs/page.md#mistake");
    }

    @Test
    void sameProblemIsNotWrittenAgainAndAnotherMessageOfAMistakeIs() {
        Optional<ShownCondition> shown = write(Optional.empty(), Reason.Mistake, "wrong", NOW);

        assertThat(write(shown, Reason.Mistake, "wrong", NOW.plusSeconds(1))).isEmpty();
        assertThat(write(shown, Reason.Mistake, "wrong otherwise", NOW.plusSeconds(1))).isPresent();
    }

    @Test
    void wordsThatVaryByAttemptAreNeverWrittenAgainAndAnotherCodeOrSuchReasonAfterAPauseAlone() {
        Optional<ShownCondition> shown = write(Optional.empty(), Reason.Throttled, "HTTP 403 Denied: request 1", NOW);
        Instant later = NOW.plus(ProblemCondition.PAUSE);

        assertThat(write(shown, Reason.Throttled, "HTTP 403 Denied: request 2", NOW.plusSeconds(86_400))).isEmpty();
        Instant soon = NOW.plus(ProblemCondition.PAUSE_BETWEEN_CODES);
        assertThat(write(shown, Reason.Throttled, "HTTP 409 ScopeLocked: 3", soon.minusSeconds(1))).isEmpty();
        assertThat(write(shown, Reason.Throttled, "HTTP 409 ScopeLocked: 3", soon)).isPresent();
        assertThat(write(shown, Reason.Lost, "request 2", later.minusSeconds(1))).isEmpty();
        assertThat(write(shown, Reason.Lost, "request 2", later)).isPresent();
        assertThat(write(shown, Reason.Mistake, "wrong", NOW.plusSeconds(1))).isPresent();
    }

    /** A lost connection is followed by what Azure says: operators need not wait for it. */
    @Test
    void refusalByAzureIsWrittenAtOnceOverAProblemWithoutACodeOfAzure() {
        Optional<ShownCondition> lost = write(Optional.empty(), Reason.Lost, "connection lost", NOW);
        Optional<ShownCondition> denied = write(lost, Reason.Throttled, "HTTP 403 Denied: 1", NOW.plusSeconds(1));

        assertThat(denied).map(ShownCondition::text).contains("False (Throttled)");
        assertThat(write(denied, Reason.Lost, "connection lost", NOW.plusSeconds(2))).isEmpty();
    }

    @Test
    void objectThatNeverHadAProblemIsNotToldThatItHasNone() {
        Optional<ShownCondition> shown = write(Optional.empty(), Reason.Mistake, "wrong", NOW);
        Optional<ShownCondition> recovered = CONDITION.writeRecovered(shown, NOW);

        assertThat(CONDITION.writeRecovered(Optional.empty(), NOW)).isEmpty();
        assertThat(recovered).map(ShownCondition::text).contains("True (Done)");
        assertThat(CONDITION.writeRecovered(recovered, NOW)).isEmpty();
        assertThat(write(recovered, Reason.Throttled, "request 3", NOW.plusSeconds(1))).isPresent();
    }

    private static Optional<ShownCondition> write(Optional<ShownCondition> shown, Reason reason, String message,
            Instant now) {
        return CONDITION.write(shown, new Problem(reason, message), ConditionOptions.ON, now);
    }
}
