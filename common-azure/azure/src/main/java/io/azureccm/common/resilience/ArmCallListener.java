package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.resilience.budget.ArmBudget;
import java.time.Duration;
import java.util.Optional;

/** Receives every logical call when it has ended, for metrics. Must return quickly and must not throw. */
@FunctionalInterface
public interface ArmCallListener {
    /**
     * {@code took} includes everything from queueing to the last poll; {@code error} is empty for success; {@code tries} is 0
     * if nothing was sent.
     */
    record Ended(ArmCall call, Duration took, int tries, Optional<ArmException> error) {
        /** HTTP status of a failure, 0 for success or if there was no response. */
        public int status() {
            return error.map(ArmException::status).orElse(0);
        }

        /** Error code of a failure, "" for success. */
        public String code() {
            return error.map(ArmException::code).orElse("");
        }

        /** The own budget held the call back. */
        public boolean rateLimited() {
            return code().equals(LocalCodes.RATE_LIMITED) || code().equals(ArmBudget.USED_UP);
        }

        /** ARM throttled the call. */
        public boolean throttled() {
            return error.map(failure -> failure.kind() == ArmException.Kind.THROTTLED).orElse(false) && !rateLimited();
        }
    }

    void ended(Ended call);
}
