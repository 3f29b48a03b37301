package io.azureccm.common.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReviewCacheTest {
    private final ReviewCache<String, String> cache = new ReviewCache<>(response -> true,
            response -> Duration.ofMinutes(1), () -> 0);

    @Test
    void anErrorIsNotWaitedForByTheNextRequest() throws Exception {
        assertThatThrownBy(() -> cache.get("token", known -> {
            throw new OutOfMemoryError("for a moment");
        })).isInstanceOf(OutOfMemoryError.class);
        assertThat(cache.get("token", known -> "yes")).isEqualTo("yes");
    }
}
