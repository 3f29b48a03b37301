package io.azureccm.common.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.text.PlanText;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OutcomeTest {
    static Stream<Arguments> outcomes() {
        return Stream.of(Arguments.of(new Outcome.Applied(null), true, "", "Applied"),
                Arguments.of(new Outcome.NoChange(), true, "", "NoChange"),
                Arguments.of(new Outcome.Conflict("changed"), false, "changed", "Conflict"),
                Arguments.of(new Outcome.Throttled(Instant.EPOCH, "slow down"), false,
                        "slow down (retry after 1970-01-01T00:00:00Z)", "Throttled"),
                Arguments.of(new Outcome.Rejected(400, "Bad", "no"), false, "Bad (HTTP 400): no", "Rejected"),
                Arguments.of(new Outcome.Unknown("time-out"), false, "outcome unknown: time-out", "Unknown"),
                Arguments.of(new Outcome.NotAttempted(Reason.NOT_LEADER, "not sent"), false, "not sent",
                        "NotAttempted NOT_LEADER"));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void onlyAppliedAndNoChangeAreGoodAndOnlyTheOthersHaveAProblem(Outcome outcome, boolean good, String problem,
            String label) {
        assertThat(outcome.isGood()).isEqualTo(good);
        assertThat(outcome.problem()).isEqualTo(problem);
        assertThat(PlanText.label(outcome)).isEqualTo(label);
    }
}
