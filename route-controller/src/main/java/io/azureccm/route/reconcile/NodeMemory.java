package io.azureccm.route.reconcile;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.route.status.ConditionWrite;
import io.azureccm.route.status.ReportedProblems;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * This leader's state of nodes, by UID: until when a written route is given time to take effect, the conditions that
 * were written but may not have appeared in the watch yet, the failed writes of conditions since the last successful
 * one, and what was reported.
 */
record NodeMemory(Map<String, Instant> settling, Map<String, Written> written, RetryState retry,
        ReportedProblems reported) {
    static final NodeMemory NONE = new NodeMemory(Map.of(), Map.of(), RetryState.NEW,
            ReportedProblems.NONE);

    /** After this time, a written condition that the node does not show is assumed to be lost and is written again. */
    private static final Duration ECHO_TIMEOUT = Duration.ofSeconds(10);

    /** Conditions that were written. */
    record Written(ConditionWrite conditions, Instant at) {}

    NodeMemory {
        settling = Map.copyOf(settling);
        written = Map.copyOf(written);
        // Earlier releases did not record it.
        reported = reported == null ? ReportedProblems.NONE : reported;
    }

    NodeMemory settle(Set<String> uids, Instant until) {
        Map<String, Instant> more = new HashMap<>(settling);
        uids.forEach(uid -> more.put(uid, until));
        return new NodeMemory(more, written, retry, reported);
    }

    NodeMemory wrote(RouteEvent.ConditionsWritten event, RetryPolicy policy, Instant now) {
        Map<String, Written> more = new HashMap<>(written);
        event.written()
                .forEach((uid, write) -> more.merge(uid, new Written(write, now),
                        (before, after) -> new Written(after.conditions().after(before.conditions()), now)));
        return new NodeMemory(settling, more, event.failed()
                ? policy.after(retry, FailedAttempt.of(RetryReason.FAILED, "conditions"), now)
                : RetryState.NEW, reported);
    }

    NodeMemory with(ReportedProblems next) {
        return new NodeMemory(settling, written, retry, next);
    }

    /** Removes expired entries. */
    NodeMemory at(Instant now) {
        if (settling.isEmpty() && written.isEmpty())
            return this;
        Map<String, Instant> still = new HashMap<>(settling);
        still.values().removeIf(until -> !until.isAfter(now));
        Map<String, Written> recent = new HashMap<>(written);
        recent.values().removeIf(each -> !each.at().plus(ECHO_TIMEOUT).isAfter(now));
        return new NodeMemory(still, recent, retry, reported);
    }

    boolean isSettling(String uid) {
        return settling.containsKey(uid);
    }

    boolean hasWritten(String uid, boolean connected) {
        Written last = written.get(uid);
        return last != null && last.conditions().connected().equals(Optional.of(connected));
    }

    /** The route condition just written to a node. */
    Optional<ShownCondition> routedOf(String uid) {
        return Optional.ofNullable(written.get(uid)).flatMap(last -> last.conditions().routed());

    }
}
