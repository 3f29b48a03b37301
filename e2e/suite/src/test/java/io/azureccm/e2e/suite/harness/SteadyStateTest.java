package io.azureccm.e2e.suite.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
    private final AtomicLong millis = new AtomicLong();
    private final SteadyState steadyState = new SteadyState(Duration.ofSeconds(1), () -> millis.get() * 1_000_000,
            () -> millis.addAndGet(100));

    @Test
    void endsWhenNothingHasChangedForTheWholeTime() {
        steadyState.await(Duration.ofSeconds(60),
                () -> new Observation(true, millis.get() < 700 ? "" + millis.get() : "end"));

        assertThat(millis).hasValue(1700);
    }

    @Test
    void doesNotEndBeforeItIsSettled() {
        steadyState.await(Duration.ofSeconds(60), () -> new Observation(millis.get() >= 5000, "same"));

        assertThat(millis).hasValue(6000);
    }

    @Test
    void givesUpWithWhatItSawLast() {
        assertThatThrownBy(
                () -> steadyState.await(Duration.ofSeconds(10), () -> new Observation(true, "n" + millis.get())))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not quiet within 10000 ms")
                .hasMessageContaining("n10100");
    }

    @Test
    void somethingThatIsStillFromTheStartNeedsOnlyTheTime() {
        assertThatCode(() -> steadyState.await(Duration.ofSeconds(1), () -> new Observation(true, "")))
                .doesNotThrowAnyException();
    }
}
