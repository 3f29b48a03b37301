package io.azureccm.route.reconcile;

import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.observed.MachineAddresses;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.status.ConditionWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Events of the route table scope. */
public sealed interface RouteEvent {
    /** A node joined, left, or changed in a field that matters to routes. */
    record NodeChanged(String name) implements RouteEvent {}

    /** The nodes that the watch shows now. */
    record ClusterSeen(NodeIndex.Seen nodes) implements RouteEvent {}

    /** The table that the cache of Azure's responses shows now; empty if it has to be read. */
    record AzureSeen(Optional<ObservedState> table) implements RouteEvent {}

    /** A read of the table has ended; {@link AzureSeen} has its result. {@code failure} is empty if it succeeded. */
    record TableRead(Optional<FailedAttempt> failure, String problem) implements RouteEvent {
        static final TableRead GOOD = new TableRead(Optional.empty(), "");
    }

    /** A read of the virtual networks of the table has ended; {@link AzureSeen} has its result. */
    record NetworkRead() implements RouteEvent {}

    /** The addresses of machines were looked up, by node. */
    record MachinesRead(Map<String, MachineAddresses> addresses) implements RouteEvent {
        public MachinesRead {
            addresses = Map.copyOf(addresses);
        }
    }

    /** A write of the table has ended. */
    record TableWritten(PlanOutcome result, Duration took) implements RouteEvent {}

    /** An orphan audit has ended; the next one is due then, if there is one. */
    record OrphansAudited(Optional<Instant> next) implements RouteEvent {}

    /** Users approve the removals with these hashes, and no others. */
    record RemovalsApproved(Set<String> hashes) implements RouteEvent {
        public RemovalsApproved {
            hashes = Set.copyOf(hashes);
        }
    }

    /** Conditions of nodes were written, by UID of the node; {@code unwritten}: the UIDs of those whose write failed. */
    record ConditionsWritten(Map<String, ConditionWrite> written, Set<String> unwritten) implements RouteEvent {
        public ConditionsWritten {
            written = Map.copyOf(written);
            unwritten = Set.copyOf(unwritten);
        }
    }
}
