package io.azureccm.common.config.flags;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

    @ParameterizedTest
    @CsvSource({"0, PT0S", "1m30s, PT1M30S", "12h, PT12H", "1.5h, PT1H30M", "300ms, PT0.3S", "-5s, PT-5S", "+5s, PT5S",
            ".5s, PT0.5S", "1.s, PT1S", "10us, PT0.00001S", "10µs, PT0.00001S", "1ns, PT0.000000001S",
            "1h0m1s, PT1H1S"})
    void readsWhatGoReads(String text, Duration expected) {
        assertThat(GoDuration.parse(text)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "5", "s", "5 s", "1d", "1m30", "1,5s", ".s", "5s!", "99999999999h", "--5s"})
    void refusesWhatGoRefuses(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }

    @Property
    void readsBackWhatItWrites(@ForAll long nanos) {
        Duration duration = Duration.ofNanos(nanos == Long.MIN_VALUE ? 0 : nanos);

        assertThat(GoDuration.parse(GoDuration.format(duration))).contains(duration);
    }

    @ParameterizedTest
    @CsvSource({"PT0S,0s", "PT0.0005S,0.5ms", "PT0.25S,250ms", "PT1.5S,1.5s", "PT1M1.25S,1m1.25s", "PT2H,2h",
            "PT-3S,-3s"})
    void isPrintedAsUsersKnowItFromEvents(Duration duration, String text) {
        assertThat(GoDuration.format(duration)).isEqualTo(text);
    }
}
