package io.azureccm.e2e.cluster.table;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Durations in kubectl's format: {@code 12s}, {@code 3m4s}, {@code 5h}, {@code 2d3h}. */
final class Ages {
    private static final String UNKNOWN = "<unknown>";

    private Ages() {}

    static String since(String timestamp) {
        if (timestamp.isEmpty())
            return UNKNOWN;
        try {
            return text(Duration.between(Instant.parse(timestamp), Instant.now()));
        } catch (DateTimeException e) {
            return UNKNOWN;
        }
    }

    static String lastSeen(ObjectNode event) {
        for (String[] path : List.of(new String[]{"series", "lastObservedTime"}, new String[]{"lastTimestamp"},
                new String[]{"deprecatedLastTimestamp"}, new String[]{"eventTime"}, new String[]{"firstTimestamp"})) {
            String time = Json.text(event, path);
            if (!time.isEmpty())
                return since(time);
        }
        return UNKNOWN;
    }

    static String text(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        long minutes = seconds / 60;
        long hours = minutes / 60;
        long days = hours / 24;
        if (seconds < 120)
            return seconds + "s";
        else if (minutes < 10)
            return minutes + "m" + (seconds % 60 == 0 ? "" : seconds % 60 + "s");
        else if (minutes < 180)
            return minutes + "m";
        else if (hours < 8)
            return hours + "h" + (minutes % 60 == 0 ? "" : minutes % 60 + "m");
        else if (hours < 48)
            return hours + "h";
        return days < 8 && hours % 24 != 0 ? days + "d" + hours % 24 + "h" : days + "d";
    }
}
