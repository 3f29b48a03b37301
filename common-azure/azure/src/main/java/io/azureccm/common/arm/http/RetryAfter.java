package io.azureccm.common.arm.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;

/** The three formats in which Azure names a delay: milliseconds, seconds, or a date (RFC 1123). */
final class RetryAfter {
    /** ARM's own limits are at most hourly; a longer delay is an error, and the call is retried after this one. */
    static final Duration MAX_WAIT = Duration.ofHours(1);

    private RetryAfter() {}

    /** Neither negative nor longer than an hour; empty if there is no valid header. */
    static Optional<Duration> read(Function<String, Optional<String>> headers, Instant now) {
        return asked(headers, now).map(wait -> wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait);
    }

    private static Optional<Duration> asked(Function<String, Optional<String>> headers, Instant now) {
        return headers.apply("retry-after-ms")
                .or(() -> headers.apply("x-ms-retry-after-ms"))
                .flatMap(text -> number(text).map(Duration::ofMillis))
                .or(() -> headers.apply("retry-after").flatMap(text -> secondsOrDate(text, now)));
    }

    private static Optional<Duration> secondsOrDate(String text, Instant now) {
        return number(text).map(Duration::ofSeconds).or(() -> date(text, now));
    }

    /** At most nine digits: anything longer, or with a sign, is not a delay. */
    private static Optional<Long> number(String text) {
        return text.matches("\\d{1,9}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    private static Optional<Duration> date(String text, Instant now) {
        try {
            Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Optional.of(at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO);
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
