package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.route.spec.ClusterState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a write of the table is retried, and to whom it is reported. */
class WriteAttemptsTest {
    private static final ArmId TABLE = ArmId.of("sub", "k8s", ArmTypes.ROUTE_TABLE, "rt");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final RouteTiming TIMING = VirtualCluster.settling(Duration.ZERO);

    private static final ClusterState NODES = new ClusterState(List.of(), 0);

    private WriteAttempts attempts = WriteAttempts.NONE;
    private Instant now = START;

    @Test
    void fiveConflictsInARowAreNobodysBusinessAndTheSixthIsTold() {
        assertThat(List.of(wait("c"), wait("c"), wait("c"), wait("c"), wait("c"))).containsExactly(200L, 400L, 800L,
                1600L, 3200L);
        assertThat(attempts.failure()).isEmpty();
        assertThat(attempts.news()).isEmpty();

        assertThat(wait("c")).isEqualTo(1000);
        assertThat(attempts.failure()).hasValueSatisfying(failed -> assertThat(failed.problem()).contains("changed"));
        assertThat(attempts.news()).isPresent();
    }

    @Test
    void twoLostAnswersAreNobodysBusinessAndTheThirdIsTold() {
        assertThat(List.of(wait("u"), wait("u"))).containsExactly(1000L, 2000L);
        assertThat(attempts.failure()).isEmpty();

        wait("u");
        assertThat(attempts.failure()).isPresent();
    }

    @Test
    void conflictsThatTakeTurnsWithLostAnswersAreCountedEachByItself() {
        List<Long> waits = new ArrayList<>();
        for (String kind : List.of("c", "u", "c", "u", "c"))
            waits.add(wait(kind));

        assertThat(waits).containsExactly(200L, 1000L, 400L, 2000L, 800L);
        assertThat(attempts.failure()).isEmpty();
    }

    @Test
    void whatWasToldStandsUntilAWriteEndsWell() {
        wait("r");
        wait("c");
        assertThat(attempts.failure()).hasValueSatisfying(failed -> assertThat(failed.problem()).contains("Denied"));

        attempts = attempts.after(written(new Outcome.Applied(null)), NODES, TIMING.retries(), now, Duration.ZERO);
        assertThat(attempts.failure()).isEmpty();
        assertThat(attempts.retry().isDue(now)).isTrue();
        assertThat(attempts.news()).isPresent();
        assertThat(attempts.reported().news()).isEmpty();
    }

    @Test
    void aWriteThatWasNotSentSaysNothingAboutTheRoutes() {
        wait("n");

        assertThat(attempts.failure()).isEmpty();
        assertThat(attempts.news()).isEmpty();
    }

    @Test
    void aDryRunRemembersWhatItHasShown() {
        attempts = attempts.after(written(new Outcome.NotAttempted(Reason.DRY_RUN, "dry")), NODES, TIMING.retries(),
                now,
                Duration.ZERO);

        assertThat(attempts.shown()).contains(operation());
        assertThat(attempts.retry().isDue(now)).isTrue();
    }

    /** Writes when due, and returns the milliseconds until the next attempt. */
    private long wait(String kind) {
        Outcome outcome = switch (kind) {
            case "c" -> new Outcome.Conflict("changed");
            case "u" -> new Outcome.Unknown("lost");
            case "n" -> new Outcome.NotAttempted(Reason.NOT_LEADER, "not sent");
            default -> new Outcome.Rejected(403, "Denied", "no");
        };
        attempts = attempts.after(written(outcome), NODES, TIMING.retries(), now, Duration.ZERO);
        Instant due = attempts.retry().dueAt().orElseThrow();
        long millis = Duration.between(now, due).toMillis();
        now = due;
        return millis;
    }

    private static RouteEvent.TableWritten written(Outcome outcome) {
        Plan plan = new Plan("rt=rt", List.of(operation()), List.of(), Plan.Basis.NONE);
        return new RouteEvent.TableWritten(new PlanOutcome(plan, Map.of(TABLE, outcome)), Duration.ofSeconds(1));
    }

    private static Operation operation() {
        return Operation.put(TABLE, JsonNodeFactory.instance.objectNode(), "", List.of());
    }
}
