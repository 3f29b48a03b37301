package io.azureccm.service.observed.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.reconcile.RetryReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is known of a read that failed. */
class ReadProblemTest {
    private static final ArmId BALANCERS = ArmId.collection("sub", "rg", ArmTypes.LOAD_BALANCER);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void refusalOfAzureNamesWhatCouldNotBeReadAndWhy() {
        ReadProblem problem = of(
                new ArmException(ArmException.Kind.FORBIDDEN, 403, "AuthorizationFailed", "no", "", null,
                        null));
        assertThat(problem.message()).contains("no");
        assertThat(problem.isOfAzure()).isTrue();
        assertThat(problem.concerns(ArmTypes.LOAD_BALANCER)).isTrue();
        assertThat(problem.concerns(ArmTypes.PUBLIC_IP)).isFalse();
        assertThat(problem.attempt().reason()).isEqualTo(RetryReason.FAILED);
        assertThat(problem.attempt().cause())
                .isEqualTo("reading microsoft.network/loadbalancers: 403 AuthorizationFailed");
    }

    @Test
    void throttledReadWaitsForTheTimeThatAzureNames() {
        ReadProblem problem = of(new ArmException(ArmException.Kind.THROTTLED, 429, "TooManyRequests", "later", "",
                NOW.plus(Duration.ofMinutes(1)), null));
        assertThat(problem.attempt().reason()).isEqualTo(RetryReason.CLOSED_WINDOW);
    }

    @Test
    void defectConcernsNoType() {
        ReadProblem problem = ReadProblem.of(new IllegalStateException("defect"));
        assertThat(problem.types()).isEmpty();
        assertThat(problem.isOfAzure()).isFalse();
        assertThat(problem.attempt().cause()).isEqualTo("IllegalStateException");
    }

    private static ReadProblem of(RuntimeException cause) {
        return ReadProblem.of(new UnreadableException(Set.of(BALANCERS), cause));
    }
}
