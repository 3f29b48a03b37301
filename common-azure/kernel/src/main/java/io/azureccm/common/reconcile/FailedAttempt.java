package io.azureccm.common.reconcile;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One failed attempt for an object. {@code cause} distinguishes failures: status, error code and type of the target, without
 * anything that differs from one attempt to the next. {@code done} names what was nevertheless carried out for the object.
 * {@code opens} is when the closed window that blocked the attempt opens, if there was one.
 */
public record FailedAttempt(RetryReason reason, String cause, Set<String> done, Optional<Instant> opens) {
    public FailedAttempt {
        done = Set.copyOf(done);
    }

    public static FailedAttempt of(RetryReason reason, String cause) {
        return new FailedAttempt(reason, cause, Set.of(), Optional.empty());
    }
}
