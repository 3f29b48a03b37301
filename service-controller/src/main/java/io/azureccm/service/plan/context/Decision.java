package io.azureccm.service.plan.context;

import io.azureccm.common.core.Refusal;
import java.util.Optional;

/** A planner's answer for one Service: a value, or the reason for refusing it; neither while something else has to be removed first. */
public record Decision<T>(Optional<T> value, Optional<Refusal> refusal) {
    public static <T> Decision<T> of(T value) {
        return new Decision<>(Optional.of(value), Optional.empty());
    }

    public static <T> Decision<T> later() {
        return new Decision<>(Optional.empty(), Optional.empty());
    }

    public static <T> Decision<T> refused(String code, String subject, String message) {
        return new Decision<>(Optional.empty(), Optional.of(new Refusal(code, subject, message)));
    }

    public static <T> Decision<T> refused(Refusal refusal) {
        return new Decision<>(Optional.empty(), Optional.of(refusal));
    }
}
