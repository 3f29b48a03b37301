package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How long turns have failed in a row, and what ends the row. */
class FailingTurnsTest {
    private final FailingTurns failing = new FailingTurns();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private Duration fail(String message) {
        return failing.failed(new IllegalStateException(message), now);
    }

    @Test
    void rowIsCountedWithTheCauseOfTheLastFailureAndPausesGrowToAMinute() {
        Duration first = fail("one");
        Duration second = fail("two");
        assertThat(failing.state()).isEqualTo(new LoopStats.Failing(2, "java.lang.IllegalStateException: two"));
        assertThat(second).isGreaterThan(first);

        Duration last = second;
        for (int i = 0; i < 20; i++)
            last = fail("again");
        assertThat(last).isEqualTo(Duration.ofMinutes(1));
        assertThat(failing.state().inARow()).isEqualTo(22);
        assertThat(failing.total()).isEqualTo(22);
    }

    @Test
    void causeIsOneLineOfBoundedLength() {
        fail("first\n\tsecond\u001b[31m" + "x".repeat(1_000));

        assertThat(failing.state().cause()).startsWith("java.lang.IllegalStateException: first second [31mxxx")
                .endsWith("...")
                .hasSize(303);
    }

    @Test
    void turnThatOnlyStartsReadsDoesNotEndTheRow() {
        fail("one");
        failing.succeeded(false, now);
        fail("two");
        assertThat(failing.state().inARow()).isEqualTo(2);

        failing.succeeded(true, now);
        assertThat(failing.state()).isEqualTo(LoopStats.Failing.NONE);
        assertThat(failing.total()).as("the total is kept").isEqualTo(2);
        fail("three");
        assertThat(failing.state().inARow()).isEqualTo(1);
    }

    @Test
    void rowEndsAfterAWhileWithoutFailuresThoughSomethingIsAlwaysInFlight() {
        fail("one");
        now = now.plus(FailingTurns.PROBATION).minusMillis(1);
        failing.succeeded(false, now);
        assertThat(failing.state().inARow()).isEqualTo(1);

        now = now.plusMillis(1);
        failing.succeeded(false, now);
        assertThat(failing.state().inARow()).isZero();
    }

    @Test
    void loopThatStopsForgetsTheRow() {
        fail("one");
        failing.forget();

        assertThat(failing.state()).isEqualTo(LoopStats.Failing.NONE);
    }
}
