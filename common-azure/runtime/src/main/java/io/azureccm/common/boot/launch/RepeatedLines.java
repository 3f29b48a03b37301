package io.azureccm.common.boot.launch;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.azureccm.common.core.shared.LruMap;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

/**
 * Lets the same warning or error of a logger through once a minute, so that a lasting problem is logged repeatedly without
 * flooding the log. Lines below WARN are never suppressed.
 */
public final class RepeatedLines extends TurboFilter {
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final int REMEMBERED = 500;

    private final LongSupplier nanoTime;
    private final Map<String, Long> lastPassed = new LruMap<>(REMEMBERED);

    public RepeatedLines(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public FilterReply decide(Marker marker, Logger logger, Level level, String format, Object[] parameters,
            Throwable thrown) {
        if (format == null || !level.isGreaterOrEqual(Level.WARN)
                || !level.isGreaterOrEqual(logger.getEffectiveLevel()))
            return FilterReply.NEUTRAL;
        String line = logger.getName() + level + MessageFormatter.arrayFormat(format, parameters).getMessage();
        return isShown(line) ? FilterReply.NEUTRAL : FilterReply.DENY;
    }

    private synchronized boolean isShown(String line) {
        long now = nanoTime.getAsLong();
        Long last = lastPassed.get(line);
        if (last != null && now - last < PERIOD.toNanos())
            return false;
        lastPassed.put(line, now);
        return true;
    }
}
