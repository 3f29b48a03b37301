package io.azureccm.route.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.drift.DriftFinding;
import io.azureccm.common.core.drift.DriftRepeats;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.status.NodeResult.Failure;
import io.azureccm.route.status.ReportedProblems.FailedRoute;
import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportedProblemsTest {
    private static final Failure FAILURE = new Failure("10.1.0.0/24", "quota", RouteReason.LIMIT_REACHED);
    private static final Failure OTHER = new Failure("10.2.0.0/24", "quota", RouteReason.LIMIT_REACHED);

    @Test
    void failureKeepsTheDurationWithWhichItWasFirstReported() {
        ReportedProblems first = ReportedProblems.NONE.failing(Map.of("u", List.of(FAILURE)), Duration.ofMillis(1));
        ReportedProblems later = first.failing(Map.of("u", List.of(FAILURE, OTHER)), Duration.ofMillis(2));

        assertThat(later.failed()).containsEntry("u",
                List.of(new FailedRoute(FAILURE, Duration.ofMillis(1)), new FailedRoute(OTHER, Duration.ofMillis(2))));
    }

    @Test
    void failureThatComesBackHasANewDurationAndANodeThatLeftIsForgotten() {
        ReportedProblems first = ReportedProblems.NONE.failing(Map.of("u", List.of(FAILURE)), Duration.ofMillis(1));
        ReportedProblems none = first.failing(Map.of("u", List.of()), Duration.ofMillis(2));

        assertThat(none.failing(Map.of("u", List.of(FAILURE)), Duration.ofMillis(3)).failed())
                .containsEntry("u", List.of(new FailedRoute(FAILURE, Duration.ofMillis(3))));
        assertThat(none.failing(Map.of(), Duration.ZERO).failed()).isEmpty();
    }

    @Test
    void eachReportedFailureIsReadOnceHoweverManyPodCidrsANodeHas() {
        List<Failure> many = IntStream.range(0, 1_000)
                .mapToObj(i -> new Failure("10.1." + i + ".0/24", "quota", RouteReason.LIMIT_REACHED))
                .toList();
        List<FailedRoute> reported = many.stream().map(each -> new FailedRoute(each, Duration.ZERO)).toList();
        AtomicInteger reads = new AtomicInteger();
        List<FailedRoute> counted = new AbstractList<>() {
            @Override
            public FailedRoute get(int index) {
                reads.incrementAndGet();
                return reported.get(index);
            }

            @Override
            public int size() {
                return reported.size();
            }
        };
        ReportedProblems first = new ReportedProblems(Map.of(), DriftRepeats.NONE, Map.of("u", counted));

        assertThat(first.failing(Map.of("u", many), Duration.ofMillis(2)).failed()).containsEntry("u", reported);
        assertThat(reads).hasValueLessThanOrEqualTo(many.size());
    }

    @Test
    void driftThatIsNotCorrectedIsToldOnceAndAgainWhenItComesBack() {
        ReportedProblems.Told first = ReportedProblems.NONE.drifted(List.of(drift(Optional.of("409"))));
        ReportedProblems.Told again = first.after().drifted(List.of(drift(Optional.of("412"))));
        ReportedProblems.Told gone = again.after().drifted(List.of());

        assertThat(first.messages()).containsOnlyKeys("n1");
        assertThat(again.messages()).as("only the reason of Azure differs").isEmpty();
        assertThat(gone.after().drifted(List.of(drift(Optional.of("409")))).messages()).containsOnlyKeys("n1");
    }

    @Test
    void correctedDriftIsToldEachTimeAndFromTheThirdTimeOnWithTheSuspicionOfAnotherWriter() {
        ReportedProblems reported = ReportedProblems.NONE;
        for (int time = 1; time <= 3; time++) {
            ReportedProblems.Told told = reported.drifted(List.of(drift(Optional.empty())));
            assertThat(told.messages().get("n1").contains("another program seems to write it")).isEqualTo(time == 3);
            reported = told.after();
        }
    }

    private static DriftFinding drift(Optional<String> problem) {
        Change change = new Change(Change.Kind.ADD, "route", "n1", List.of(),
                new Cause("Drift", "n1"));
        return new DriftFinding(ArmId.parse("/subscriptions/s/resourceGroups/g/providers/Microsoft.Network"
                + "/routeTables/t"), change, false, Set.of("n1"), problem);
    }
}
