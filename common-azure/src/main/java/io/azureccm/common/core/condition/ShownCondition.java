package io.azureccm.common.core.condition;

import java.time.Instant;

/** A condition as an object shows it, or is to show it; {@code written} is when it was last written, {@link Instant#EPOCH} if nobody knows. */
public record ShownCondition(String type, String status, String reason, String message, Instant written) {
    static final String TRUE = "True";
    static final String FALSE = "False";

    /** Whether it says that something is in the way. */
    public boolean isProblem() {
        return FALSE.equals(status);
    }

    /** In one line, without its message. */
    public String text() {
        return status + " (" + reason + ")";
    }
}
