package io.azureccm.common.arm;

import java.util.Locale;

/** Who goes first where calls to ARM have to wait; the order is that of urgency. */
public enum CallPriority {
    /** A deletion, or an address that somebody waits for. */
    NEW_OR_DELETED,
    /** A change of something that works. */
    CHANGED,
    /** Something to put right that nobody asked for. */
    DRIFT,
    /** Looking whether anything changed. */
    BACKGROUND;

    /** For metrics and people: {@code new_or_deleted}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
