package io.azureccm.service.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.read.AzureReading;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Reads that bring nothing do not follow each other without end. */
class KnownAzureTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final AzureReading EVERYTHING = new AzureReading(AzureReading.Extent.EVERYTHING, MissingReads.NONE);

    @Test
    void readsOfALookFollowEachOtherAtOnce() {
        KnownAzure azure = KnownAzure.NOTHING;
        for (int i = 0; i < 6; i++) {
            assertThat(azure.nextRead()).isBeforeOrEqualTo(NOW);
            azure = azure.read(EVERYTHING, NOW);
        }
        assertThat(azure.nextRead()).isBeforeOrEqualTo(NOW);
    }

    @Test
    void furtherReadsAreMadeAfterGrowingPausesUntilSomethingIsWrittenOrAnotherLookBegins() {
        KnownAzure azure = KnownAzure.NOTHING;
        for (int i = 0; i < 8; i++)
            azure = azure.read(EVERYTHING, NOW);
        assertThat(azure.nextRead()).isEqualTo(NOW.plusMillis(200));
        assertThat(azure.read(EVERYTHING, NOW).nextRead()).isEqualTo(NOW.plusMillis(400));
        for (int i = 0; i < 20; i++)
            azure = azure.read(EVERYTHING, NOW);
        assertThat(azure.nextRead()).isEqualTo(NOW.plus(Duration.ofSeconds(6)));
        assertThat(azure.written().nextRead()).isBefore(NOW);
        assertThat(azure.refresh().nextRead()).isBefore(NOW);
    }
}
