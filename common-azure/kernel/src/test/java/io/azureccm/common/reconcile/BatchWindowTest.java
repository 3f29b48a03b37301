package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchWindowTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final BatchWindow.Settings SETTINGS = new BatchWindow.Settings(Duration.ofSeconds(1),
            Duration.ofSeconds(5));

    @Test
    void aSingleChangeWaitsForTheIdleTime() {
        assertThat(BatchWindow.opened(START).closes(SETTINGS)).isEqualTo(START.plusSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({"0.5,1.5", "3,4", "4,5", "4.9,5"})
    void eachChangeProlongsItUpToTheLatestMoment(double lastChange, double closes) {
        BatchWindow window = BatchWindow.opened(START).changed(at(lastChange));

        assertThat(window.closes(SETTINGS)).isEqualTo(at(closes));
    }

    private static Instant at(double seconds) {
        return START.plusMillis(Math.round(seconds * 1000));
    }
}
