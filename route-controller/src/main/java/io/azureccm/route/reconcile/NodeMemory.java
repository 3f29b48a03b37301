package io.azureccm.route.reconcile;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.ConditionWrite;
import io.azureccm.route.status.ReportedProblems;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * This leader's state of nodes, by UID: until when a written route is given time to take effect, the conditions that
 * were written lately and may not have appeared in the watch yet, when a write of conditions that failed is made again, and
 * what was reported.
 */
record NodeMemory(Map<String, Instant> settling, Map<String, Written> written, Map<String, RetryState> retries,
        ReportedProblems reported) {
    static final NodeMemory NONE = new NodeMemory(Map.of(), Map.of(), Map.of(),
            ReportedProblems.NONE);

    /** After this time, a written condition that the node does not show is assumed to be lost and is written again. */
    private static final BackOff ECHO_TIMEOUT = BackOff.doubling(Duration.ofSeconds(10), Duration.ofMinutes(5));
    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    /** Conditions that were written, and how often they had been written before without lasting. */
    record Written(ConditionWrite conditions, Instant at, int before) {
        boolean isRecent(Instant now) {
            return at.plus(ECHO_TIMEOUT.delay(before + 1)).isAfter(now);
        }

        private Written and(ConditionWrite next, Instant now) {
            return isRecent(now)
                    ? new Written(next.after(conditions), now, 0)
                    : new Written(next, now, next.equals(conditions) ? before + 1 : 0);
        }
    }

    NodeMemory {
        settling = Map.copyOf(settling);
        written = Map.copyOf(written);
        retries = Map.copyOf(retries);
        // Earlier releases did not record it.
        reported = reported == null ? ReportedProblems.NONE : reported;
    }

    NodeMemory settle(Set<String> uids, Instant until) {
        Map<String, Instant> more = new HashMap<>(settling);
        uids.forEach(uid -> more.put(uid, until));
        return new NodeMemory(more, written, retries, reported);
    }

    NodeMemory wrote(RouteEvent.ConditionsWritten event, RetryPolicy policy, Instant now) {
        Map<String, Written> more = new HashMap<>(written);
        event.written()
                .forEach((uid, write) -> more.merge(uid, new Written(write, now, 0),
                        (before, after) -> before.and(write, now)));
        Map<String, RetryState> again = new HashMap<>(retries);
        again.keySet().removeAll(event.written().keySet());
        event.unwritten()
                .forEach(uid -> again.merge(uid, attempted(RetryState.NEW, policy, now),
                        (before, first) -> attempted(before, policy, now)));
        return new NodeMemory(settling, more, again, reported);
    }

    private static RetryState attempted(RetryState before, RetryPolicy policy, Instant now) {
        return policy.after(before, FailedAttempt.of(RetryReason.FAILED, "conditions"), now);
    }

    NodeMemory with(ReportedProblems next) {
        return new NodeMemory(settling, written, retries, next);
    }

    /** Removes expired entries, and those of nodes that are gone. */
    NodeMemory at(ClusterState cluster, Instant now) {
        if (settling.isEmpty() && written.isEmpty() && retries.isEmpty())
            return this;
        Map<String, RetryState> again = retries.isEmpty()
                ? retries
                : Copies.retained(retries, cluster.nodes().stream().map(NodeFacts::uid).collect(Collectors.toSet()));
        return new NodeMemory(Copies.retained(settling, (uid, until) -> until.isAfter(now)),
                Copies.retained(written, (uid, each) -> each.at().plus(REMEMBERED).isAfter(now)), again, reported);
    }

    /** False while a failed write of this node's conditions waits for the next attempt; others do not wait for it. */
    boolean mayWrite(String uid, Instant now) {
        return retries.getOrDefault(uid, RetryState.NEW).isDue(now);
    }

    boolean isSettling(String uid) {
        return settling.containsKey(uid);
    }

    /** Whether a node was just told that it is connected. */
    Optional<Boolean> connectedOf(String uid, Instant now) {
        return writtenOf(uid, now).flatMap(ConditionWrite::connected);
    }

    /** The route condition just written to a node. */
    Optional<ShownCondition> routedOf(String uid, Instant now) {
        return writtenOf(uid, now).flatMap(ConditionWrite::routed);
    }

    private Optional<ConditionWrite> writtenOf(String uid, Instant now) {
        return Optional.ofNullable(written.get(uid)).filter(last -> last.isRecent(now)).map(Written::conditions);
    }
}
