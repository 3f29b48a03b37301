package io.azureccm.e2e.suite.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.e2e.suite.harness.Stillness.Look;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StillnessTest {
    private final AtomicLong millis = new AtomicLong();
    private final Stillness stillness = new Stillness(Duration.ofSeconds(1), () -> millis.get() * 1_000_000,
            () -> millis.addAndGet(100));

    @Test
    void endsWhenNothingHasChangedForTheWholeTime() {
        stillness.await(Duration.ofSeconds(60), () -> new Look(true, millis.get() < 700 ? "" + millis.get() : "end"));

        assertThat(millis).hasValue(1700);
    }

    @Test
    void doesNotEndBeforeItIsSettled() {
        stillness.await(Duration.ofSeconds(60), () -> new Look(millis.get() >= 5000, "same"));

        assertThat(millis).hasValue(6000);
    }

    @Test
    void givesUpWithWhatItSawLast() {
        assertThatThrownBy(() -> stillness.await(Duration.ofSeconds(10), () -> new Look(true, "n" + millis.get())))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not quiet within 10000 ms")
                .hasMessageContaining("n10100");
    }

    @Test
    void somethingThatIsStillFromTheStartNeedsOnlyTheTime() {
        assertThatCode(() -> stillness.await(Duration.ofSeconds(1), () -> new Look(true, "")))
                .doesNotThrowAnyException();
    }
}
