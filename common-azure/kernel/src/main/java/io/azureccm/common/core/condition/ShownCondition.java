package io.azureccm.common.core.condition;

import java.time.Instant;

/**
 * A condition of an object, existing or to be written; {@code written} is when it was last written, {@link Instant#EPOCH} if
 * unknown.
 */
public record ShownCondition(String type, String status, String reason, String message, Instant written) {
    static final String TRUE = "True";
    static final String FALSE = "False";

    /** Whether it reports a problem. */
    public boolean isProblem() {
        return FALSE.equals(status);
    }

    /** In one line, without its message. */
    public String text() {
        return status + " (" + reason + ")";
    }
}
