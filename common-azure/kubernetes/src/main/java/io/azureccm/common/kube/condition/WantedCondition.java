package io.azureccm.common.kube.condition;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.Objects;

/**
 * The wanted content of a condition: {@code status} is {@code True}, {@code False} or {@code Unknown}, {@code reason} is a
 * CamelCase word from a catalogue, {@code message} is a sentence for users.
 */
public record WantedCondition(String type, Status status, String reason, String message) {
    /** Spelled as in the API. */
    public enum Status {
        TRUE("True"), FALSE("False"), UNKNOWN("Unknown");

        private final String text;

        Status(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** Whether a condition has this content for this generation (null if the object has none), regardless of its time. */
    boolean isSaidBy(Condition condition, Long generation) {
        return type.equals(condition.getType()) && hasStatusOf(condition)
                && reason.equals(condition.getReason()) && message.equals(condition.getMessage())
                && Objects.equals(generation, condition.getObservedGeneration());
    }

    boolean hasStatusOf(Condition condition) {
        return status.text().equals(condition.getStatus());
    }
}
