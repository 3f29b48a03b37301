package io.azureccm.common.boot.azure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryTest {
    private final Retry retry = new Retry(Duration.ofSeconds(1), Duration.ofSeconds(3));
    private Instant now = Instant.EPOCH;

    @Test
    void pausesDoubleUpToTheCapAndStartAgainAfterASuccess() {
        assertThat(retry.isDue(now)).isTrue();
        assertThat(pauseAfterFailure()).isEqualTo(1);
        assertThat(pauseAfterFailure()).isEqualTo(2);
        assertThat(pauseAfterFailure()).isEqualTo(3);
        assertThat(pauseAfterFailure()).isEqualTo(3);
        retry.worked();
        assertThat(retry.isDue(now)).isTrue();
        assertThat(pauseAfterFailure()).isEqualTo(1);
    }

    private long pauseAfterFailure() {
        retry.failed(now);
        Instant failed = now;
        while (!retry.isDue(now)) {
            now = now.plusMillis(500);
        }
        return Duration.between(failed, now).toSeconds();
    }
}
