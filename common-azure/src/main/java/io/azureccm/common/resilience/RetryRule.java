package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * Which failed calls may be made again at once.
 * <ul>
 * <li>Reads: after 408, 500, 502, 503, 504, any trouble with the connection, and an answer that could not be read.</li>
 * <li>PUT and DELETE: after the same statuses and connection troubles, even if the first one may have been carried out. A PUT
 * carries the whole resource, so the same PUT twice leaves what one leaves; with If-Match a first one that did take effect
 * turns the second into 412, which makes the caller look again. A second DELETE finds nothing, which is success. Each resource
 * has one writer in this process, so no newer write of our own can be undone.</li>
 * <li>POST: only if it was certainly not sent.</li>
 * </ul>
 * Never again: a write that ARM accepted and whose end stayed unknown (it may still be running), 4xx and 429, what this
 * process kept back itself, certificates that are not trusted, and waits that ARM wants longer than the cap.
 */
final class RetryRule {
    private static final Set<Integer> STATUSES = Set.of(408, 500, 502, 503, 504);
    private static final Set<String> NOT_SENT = Set.of("ConnectionRefused", "UnknownHost", "ConnectTimeout");
    private static final Set<String> MAYBE_SENT = Set.of("ConnectionLost", "RequestTimeout");
    private static final String UNREADABLE = "MalformedAnswer";

    private final ArmCall.Verb verb;
    private final Duration cap;

    RetryRule(ArmCall.Verb verb, Duration cap) {
        this.verb = verb;
        this.cap = cap;
    }

    boolean mayRepeat(ArmException error, Instant now) {
        if (error.retryAfter().map(until -> until.isAfter(now.plus(cap))).orElse(false))
            return false;
        boolean notSent = error.kind() == Kind.UNAVAILABLE && NOT_SENT.contains(error.code());
        if (notSent || verb == ArmCall.Verb.POST)
            return notSent;
        boolean serverTrouble = STATUSES.contains(error.status());
        boolean connectionTrouble = error.status() == 0 && MAYBE_SENT.contains(error.code());
        return error.kind() == Kind.UNKNOWN
                && (serverTrouble || connectionTrouble || verb.isRead() && error.code().equals(UNREADABLE));
    }
}
