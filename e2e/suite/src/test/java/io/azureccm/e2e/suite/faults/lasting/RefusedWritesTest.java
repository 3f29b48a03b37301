package io.azureccm.e2e.suite.faults.lasting;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.calls.Route;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How often Azure may be asked in vain. */
class RefusedWritesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static CallRecord call(long second, String instance, String resource, int status, String faults) {
        return new CallRecord(second, START.plusSeconds(second), Route.Kind.WRITE, "PUT", "loadBalancers",
                "/x/loadBalancers/" + resource, "", status, "SomethingNew", 1, instance, "", faults, "{}");
    }

    private static List<CallRecord> refused(int... seconds) {
        return Arrays.stream(seconds)
                .mapToObj(second -> call(second, "service-1", "lb", 400, "lasting kind"))
                .toList();
    }

    @Test
    void eightInTheFirstMinuteAndThenOneAMinuteAreAllowed() {
        assertThat(RefusedWrites.problems(refused(0, 1, 2, 3, 4, 5, 6, 59, 60, 120, 180, 240))).isEmpty();
        assertThat(RefusedWrites.problems(refused(0, 1, 2, 3, 4, 5, 6, 7))).isEmpty();
    }

    @Test
    void aNinthInTheFirstMinuteIsTooMany() {
        assertThat(RefusedWrites.problems(refused(0, 1, 2, 3, 4, 5, 6, 7, 59))).containsExactly(
                "refused writes: service-1 wrote loadBalancers lb 9 times in vain within 59 s from 2026-01-01T00:00:00Z,"
                        + " of 9 in all");
    }

    @Test
    void theBoundIsUsedUpUntilTwoAttemptsAreRegained() {
        assertThat(RefusedWrites.isUsedUp(refused(0, 1, 2, 3, 4, 5), START.plusSeconds(6))).isFalse();
        assertThat(RefusedWrites.isUsedUp(refused(0, 1, 2, 3, 4, 5, 6, 7), START.plusSeconds(8))).isTrue();
        assertThat(RefusedWrites.isUsedUp(refused(0, 1, 2, 3, 4, 5, 6, 7), START.plusSeconds(130))).isFalse();
        assertThat(RefusedWrites.isUsedUp(refused(0, 1, 2, 3, 4, 5, 6, 7, 61, 122), START.plusSeconds(130))).isTrue();
    }

    @Test
    void twoAMinuteAreTooManyInTheLongRun() {
        assertThat(RefusedWrites.problems(refused(IntStream.range(0, 30).map(i -> i * 30).toArray()))).hasSize(1);
        assertThat(RefusedWrites.problems(refused(IntStream.range(0, 30).map(i -> i * 60).toArray()))).isEmpty();
    }

    @Test
    void aQuietTimeAllowsEightAgainAndNoMore() {
        int[] later = IntStream.range(0, 8).map(i -> 3600 + i).toArray();
        assertThat(RefusedWrites.problems(refused(later))).isEmpty();
        assertThat(RefusedWrites.problems(
                refused(IntStream.concat(IntStream.of(0, 1, 2, 3, 4, 5), Arrays.stream(later)).toArray()))).isEmpty();
        assertThat(RefusedWrites.problems(refused(IntStream.concat(IntStream.of(0), IntStream.range(0, 10)
                .map(i -> 3600 + i)).toArray()))).hasSize(1);
    }

    @Test
    void eachResourceAndEachInstanceHasABoundOfItsOwnAndOtherRefusalsDoNotCount() {
        assertThat(RefusedWrites.problems(Stream.of(refused(0, 1, 2, 3, 4, 5, 6, 7).stream(),
                IntStream.range(0, 8).mapToObj(i -> call(i, "service-2", "lb", 400, "lasting kind")),
                IntStream.range(0, 8).mapToObj(i -> call(i, "service-1", "lb-2", 400, "lasting kind")),
                IntStream.range(0, 8).mapToObj(i -> call(i, "service-1", "lb", 400, "Refuse")),
                IntStream.range(0, 8).mapToObj(i -> call(i, "service-1", "lb", 429, "Throttle, lasting kind")))
                .flatMap(each -> each)
                .toList())).isEmpty();
    }

    @Test
    void aSlowResponseIsCountedForWhatRefusedIt() {
        String locked = LastingFault.nameOf("locked");
        assertThat(RefusedWrites.problems(Stream.of(refused(0, 1, 2, 3, 4).stream(),
                IntStream.range(5, 10).mapToObj(i -> call(i, "service-1", "lb", 409, "Slow, MalformedJson, " + locked)),
                IntStream.range(10, 15).mapToObj(i -> call(i, "service-1", "lb", 404, "Refuse, " + locked)))
                .flatMap(each -> each)
                .toList())).isEmpty();
        assertThat(RefusedWrites.problems(
                IntStream.range(0, 9).mapToObj(i -> call(i, "service-1", "lb", 409, "Slow, " + locked)).toList()))
                .hasSize(1);
    }
}
