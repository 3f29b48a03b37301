package io.azureccm.common.kube.condition;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.Objects;

/**
 * What a condition of an object is to say: {@code status} is {@code True}, {@code False} or {@code Unknown}, {@code reason} one CamelCase
 * word of a catalogue, {@code message} a sentence for people.
 */
public record WantedCondition(String type, Status status, String reason, String message) {
    /** As the API spells them. */
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

    /** Whether a condition says this already, about this generation (null where the object has none), whatever its time. */
    boolean isSaidBy(Condition condition, Long generation) {
        return type.equals(condition.getType()) && hasStatusOf(condition)
                && reason.equals(condition.getReason()) && message.equals(condition.getMessage())
                && Objects.equals(generation, condition.getObservedGeneration());
    }

    boolean hasStatusOf(Condition condition) {
        return status.text().equals(condition.getStatus());
    }
}
