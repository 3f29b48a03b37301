package io.azureccm.route.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.exec.RunResult;
import io.azureccm.route.intent.NodeFacts;
import io.azureccm.route.plan.Standing;
import io.azureccm.route.plan.Standing.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VerdictTest {
    private static final ArmId TABLE = ArmId.of("s", "g", ArmTypes.ROUTE_TABLE, "rt");

    static Stream<Outcome> badOutcomes() {
        return Stream.of(new Outcome.Conflict("changed"), new Outcome.Throttled(Instant.EPOCH, "wait"),
                new Outcome.Rejected(400, "Bad", "no"), new Outcome.Unknown("lost"),
                new Outcome.NotAttempted(Outcome.NotAttempted.Reason.NOT_LEADER, "not sent"));
    }

    @ParameterizedTest
    @MethodSource("badOutcomes")
    void aNodeWhoseRouteWasNotWrittenIsNeverConnected(Outcome outcome) {
        assertThat(Verdict.of(standing(Kind.CONNECTED, List.of(), List.of("10.244.0.0/24")), result(outcome, "n1")))
                .isInstanceOfSatisfying(Verdict.Disconnected.class,
                        verdict -> assertThat(verdict.failures()).singleElement()
                                .satisfies(failure -> assertThat(failure.podCidr()).isEqualTo("10.244.0.0/24")));
    }

    @ParameterizedTest
    @MethodSource("badOutcomes")
    void aNodeThatDependsOnNoWriteStaysConnected(Outcome outcome) {
        assertThat(Verdict.of(standing(Kind.CONNECTED, List.of(), List.of()), result(outcome, "n2")))
                .isInstanceOf(Verdict.Connected.class);
    }

    @Test
    void aNodeWhoseRouteWasWrittenIsConnected() {
        assertThat(Verdict.of(standing(Kind.CONNECTED, List.of(), List.of("10.244.0.0/24")),
                result(new Outcome.Applied(null), "n1"))).isInstanceOf(Verdict.Connected.class);
    }

    @Test
    void aNodeThatLacksOneFamilyIsNotConnectedThoughTheOtherWasWritten() {
        Standing.Missing missing = new Standing.Missing("fd00::/64", new Refusal("NoNodeAddress", "n1", "why"));
        assertThat(Verdict.of(standing(Kind.LACKING, List.of(missing), List.of("10.244.0.0/24")),
                result(new Outcome.Applied(null), "n1")))
                .isEqualTo(new Verdict.Disconnected(List.of(new Verdict.Failure("fd00::/64", "why", true))));
    }

    @Test
    void nothingIsSaidOfANodeWithoutRangeAndRoute() {
        assertThat(Verdict.of(standing(Kind.SILENT, List.of(), List.of()), result(new Outcome.Unknown("lost"), "n2")))
                .isInstanceOf(Verdict.Open.class);
    }

    private static Standing standing(Kind kind, List<Standing.Missing> missing, List<String> written) {
        return new Standing(
                new NodeFacts("n1", "uid", "", List.of("10.244.0.0/24"), List.of("10.240.0.4"), Optional.empty(),
                        NodeFacts.Care.OURS),
                kind, missing, written, List.of());
    }

    private static RunResult result(Outcome outcome, String subject) {
        Operation put = Operation.put(TABLE, JsonNodeFactory.instance.objectNode(), "", List.of())
                .forSubjects(Set.of(subject));
        Plan plan = new Plan("rt=rt", List.of(put), List.of(), Plan.Basis.NONE);
        return new RunResult(List.of(new PlanOutcome(plan, Map.of(TABLE, outcome))), Optional.empty());
    }
}
