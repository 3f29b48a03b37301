package io.azureccm.common.arm;

import java.util.Locale;

/** The order in which waiting calls to ARM are sent, the most urgent first. */
public enum CallPriority {
    /** A deletion, or an address that a user waits for. */
    NEW_OR_DELETED,
    /** A change of something that works. */
    CHANGED,
    /** Repair of drift. */
    DRIFT,
    /** Checks for changes. */
    BACKGROUND;

    /** For metrics and users: {@code new_or_deleted}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
