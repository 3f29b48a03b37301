package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import java.time.Instant;

/** Error codes of calls that this process held back or gave up itself, with status 0. */
public final class LocalCodes {
    /** The budget from {@code cloudProviderRateLimit*} is used up. */
    public static final String RATE_LIMITED = "LocalRateLimit";
    /** Too many recent calls of this type failed. */
    public static final String CIRCUIT_OPEN = "CircuitOpen";
    /** Too many concurrent calls. */
    public static final String BULKHEAD_FULL = "BulkheadFull";
    /** The call exceeded its time limit. */
    public static final String TIMED_OUT = "CallTimedOut";
    /** The calling thread was interrupted. */
    public static final String INTERRUPTED = "Interrupted";

    private LocalCodes() {}

    static ArmException error(Kind kind, String code, ArmCall call, String text, Instant retryAfter) {
        return new ArmException(kind, 0, code, call.describe() + ": " + text, "", retryAfter, null);
    }
}
