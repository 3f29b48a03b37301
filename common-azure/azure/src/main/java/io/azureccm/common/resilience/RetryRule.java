package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * Which failed calls may be retried immediately.
 * <ul>
 * <li>Reads: after 408, 500, 502, 503, 504, any connection problem, and a response that could not be read.</li>
 * <li>Writes: only if they were certainly not sent. A write that may have been carried out is not sent twice: the caller
 * reads the current state and plans again, since another writer may have changed it in the meantime.</li>
 * </ul> Never retried: 4xx and 429, calls that this process held back itself, untrusted certificates, and calls for which ARM
 * asks for a delay above the cap.
 */
record RetryRule(ArmCall.Verb verb, Duration cap) {
    private static final Set<Integer> STATUSES = Set.of(408, 500, 502, 503, 504);
    private static final Set<String> NOT_SENT = Set.of("ConnectionRefused", "UnknownHost", "ConnectTimeout");
    private static final Set<String> MAYBE_SENT = Set.of("ConnectionLost", "RequestTimeout");
    private static final String UNREADABLE = "MalformedAnswer";

    boolean mayRepeat(ArmException error, Instant now) {
        if (error.retryAfter().map(until -> until.isAfter(now.plus(cap))).orElse(false))
            return false;
        boolean notSent = error.kind() == Kind.UNAVAILABLE && NOT_SENT.contains(error.code());
        if (notSent || !verb.isRead())
            return notSent;
        boolean serverTrouble = STATUSES.contains(error.status());
        boolean connectionTrouble = error.status() == 0 && MAYBE_SENT.contains(error.code());
        return error.kind() == Kind.UNKNOWN
                && (serverTrouble || connectionTrouble || error.code().equals(UNREADABLE));
    }
}
