package io.azureccm.common.boot.launch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RepeatedLinesTest {
    private final AtomicLong nanos = new AtomicLong();
    private final RepeatedLines filter = new RepeatedLines(nanos::get);
    private final Logger logger = new LoggerContext().getLogger("a.Feed");

    @Test
    void sameWarningPassesOnceAMinute() {
        assertThat(warns("no answer from {}", "api")).isTrue();
        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(warns("no answer from {}", "api")).isFalse();
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(warns("no answer from {}", "api")).isTrue();
    }

    @Test
    void anotherTextPassesAtOnce() {
        assertThat(warns("no answer from {}", "api")).isTrue();
        assertThat(warns("no answer from {}", "arm")).isTrue();
    }

    @Test
    void whatIsNoWarningAlwaysPasses() {
        assertThat(decide(Level.INFO, "working")).isEqualTo(FilterReply.NEUTRAL);
        assertThat(decide(Level.INFO, "working")).isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void questionWithoutATextDoesNotUseUpTheMinute() {
        assertThat(filter.decide(null, logger, Level.WARN, null, null, null)).isEqualTo(FilterReply.NEUTRAL);
        assertThat(warns("no answer")).isTrue();
    }

    private boolean warns(String format, Object... parameters) {
        return decide(Level.WARN, format, parameters) == FilterReply.NEUTRAL;
    }

    private FilterReply decide(Level level, String format, Object... parameters) {
        return filter.decide(null, logger, level, format, parameters, null);
    }
}
