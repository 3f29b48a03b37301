package io.azureccm.e2e.playground.replay;

import java.util.Locale;

/** One way in which the simulator answers a request otherwise than Azure did; {@code path}: the field of the body, "" for the whole answer. */
record ResponseDifference(String request, Kind kind, String path, String azure, String simulator) {
    enum Kind {
        STATUS, ERROR_CODE, FIELD, DEFAULT, VALUE;

        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
