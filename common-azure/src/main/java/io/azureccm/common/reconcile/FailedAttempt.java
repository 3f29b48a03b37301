package io.azureccm.common.reconcile;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One attempt for an object that did not succeed. {@code cause} tells failures apart: status, error code and type of the target,
 * without anything that differs from one time to the next. {@code done} names what was carried out for the object all the same.
 * {@code opens} is when the window opens that it met, if it met one.
 */
public record FailedAttempt(RetryReason reason, String cause, Set<String> done, Optional<Instant> opens) {
    public FailedAttempt {
        done = Set.copyOf(done);
    }

    public static FailedAttempt of(RetryReason reason, String cause) {
        return new FailedAttempt(reason, cause, Set.of(), Optional.empty());
    }
}
