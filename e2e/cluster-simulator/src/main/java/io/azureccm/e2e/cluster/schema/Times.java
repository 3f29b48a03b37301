package io.azureccm.e2e.cluster.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;

/** The two formats of times in the API: whole seconds, and microseconds in some fields. */
final class Times {
    private static final Set<String> MICRO_FIELDS = Set.of("eventTime", "lastObservedTime", "acquireTime", "renewTime");
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'")
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private Times() {}

    static String spelled(String field, Instant time) {
        return (MICRO_FIELDS.contains(field) ? MICROS : SECONDS).format(time);
    }

    /** An RFC 3339 text in the format of the field; empty if it is not valid. */
    static Optional<String> normalised(String field, String text) {
        try {
            return Optional.of(spelled(field, OffsetDateTime.parse(text).toInstant()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
