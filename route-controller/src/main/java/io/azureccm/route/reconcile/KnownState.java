package io.azureccm.route.reconcile;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.reconcile.BatchWindow;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.route.observed.MachineAddresses;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.reconcile.report.RouteReport.SyncTrigger;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.spec.ClusterState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Everything that routes are planned from: the nodes and their collected changes; the last observed table with own
 * writes applied; the addresses of machines; and this leader's state of reads, writes, nodes and removals.
 */
record KnownState(Nodes nodes, Table table, Machines machines, Reads reads, WriteAttempts writes, NodeMemory memory,
        RemovalMemory removals) {
    /** Before anything is known. */
    static final KnownState NOTHING = new KnownState(
            new Nodes(new ClusterState(List.of(), 0), Map.of(), Map.of(), Set.of(), Optional.empty()),
            new Table(Optional.empty(), LastKnownGood.NOTHING),
            new Machines(Map.of(), Instant.MIN, Optional.empty(), Set.of()),
            new Reads(RetryState.NEW, Instant.MIN, Instant.MIN, Progress.NONE), WriteAttempts.NONE, NodeMemory.NONE,
            RemovalMemory.NONE);

    /**
     * All nodes; which of them have a condition that they are connected (true) or not (false), and the route conditions
     * of the others, by UID; and the names of those that changed since the last write began, with the window that
     * collects such changes.
     */
    record Nodes(ClusterState cluster, Map<String, Boolean> shown, Map<String, ShownCondition> routed,
            Set<String> changed,
            Optional<BatchWindow> window) {
        Nodes {
            shown = Map.copyOf(shown);
            routed = Map.copyOf(routed);
            changed = Set.copyOf(changed);
        }

        Nodes collected() {
            return new Nodes(cluster, shown, routed, Set.of(), Optional.empty());
        }
    }

    /**
     * The last observed table, empty if it has to be read; and the data that distinguishes drift from other changes.
     */
    record Table(Optional<ObservedState> observed, LastKnownGood lastKnownGood) {}

    /**
     * The addresses found for machines, by node, when they were looked up, since when writes wait for the look-up that is
     * under way, or for the one before if a node has changed meanwhile, and the nodes that have changed since then.
     */
    record Machines(Map<String, MachineAddresses> addresses, Instant asOf, Optional<Instant> awaited,
            Set<String> changed) {
        /** Writes wait once in this time for the machines of nodes that change all the time. */
        private static final Duration PERIOD = Duration.ofMinutes(1);

        Machines {
            addresses = Map.copyOf(addresses);
            changed = Set.copyOf(changed);
        }

        Machines awaitedSince(Instant now) {
            Instant since = awaited.filter(before -> before.plus(PERIOD).isAfter(now)).orElse(now);
            return new Machines(addresses, asOf, Optional.of(since), Set.of());
        }

        /** The nodes that have changed during the last look-up need none now. */
        Machines awaitingNone() {
            return awaited.isEmpty() ? this : new Machines(addresses, asOf, Optional.empty(), Set.of());
        }

        /** A machine's addresses are no longer valid once its node has changed, even if they are being looked up. */
        Machines without(Set<String> nodes) {
            if (nodes.isEmpty())
                return this;
            return new Machines(Copies.without(addresses, nodes), asOf, awaited,
                    awaited.isPresent() ? Copies.with(changed, nodes) : changed);
        }

        Machines found(Map<String, MachineAddresses> addressesFound, Instant now) {
            return new Machines(Copies.without(addressesFound, changed), now,
                    changed.isEmpty() ? Optional.empty() : awaited, Set.of());
        }
    }

    /**
     * The failed reads of the table since the last successful one, when that ended, and from when on an answer of Azure is no older than
     * the last write of an earlier leader, or one with an unknown outcome; and what turns have done since.
     */
    record Reads(RetryState retry, Instant lastGood, Instant currentFrom, Progress progress) {
        Reads currentFrom(Instant moment) {
            return new Reads(retry, lastGood, moment, progress);
        }

        Reads with(Progress next) {
            return new Reads(retry, lastGood, currentFrom, next);
        }
    }

    /**
     * Whether nodes were listed; when this instance began, until its first plan was made; the reading that was compared last, and for what
     * the table is synced; what is to be reported; whether no subnet uses the table; and when the next orphan audit
     * is due.
     */
    record Progress(boolean listed, Instant began, Instant compared, SyncTrigger trigger, List<RouteReport> reports,
            boolean detached, Optional<Instant> audit) {
        static final Progress NONE = new Progress(false, Instant.MIN, Instant.MIN, SyncTrigger.PERIODIC, List.of(),
                false, Optional.empty());

        Progress {
            reports = List.copyOf(reports);
        }

        Progress begin(Instant now, Optional<Instant> due) {
            return new Progress(listed, now, compared, trigger, reports, detached, due);
        }

        Progress begun() {
            return new Progress(listed, Instant.MIN, compared, trigger, reports, detached, audit);
        }

        Progress withNodes() {
            return new Progress(true, began, compared, trigger, reports, detached, audit);
        }

        Progress comparing(Instant reading, SyncTrigger why) {
            return new Progress(listed, began, reading, why, reports, detached, audit);
        }

        Progress reporting(RouteReport report) {
            return new Progress(listed, began, compared, trigger,
                    Stream.concat(reports.stream(), Stream.of(report)).toList(), detached, audit);
        }

        /** Everything was reported. */
        Progress reported() {
            return new Progress(listed, began, compared, trigger, List.of(), detached, audit);
        }

        Progress detached(boolean now) {
            return new Progress(listed, began, compared, trigger, reports, now, audit);
        }

        Progress audit(Optional<Instant> due) {
            return new Progress(listed, began, compared, trigger, reports, detached, due);
        }
    }

    /** The state of a new leader; {@code currentFrom} as in {@link Reads}. */
    static KnownState begin(Instant currentFrom, Progress progress) {
        return NOTHING.with(NOTHING.reads().currentFrom(currentFrom).with(progress));
    }

    ClusterState cluster() {
        return nodes.cluster();
    }

    /** The last observed table, empty if it has to be read. */
    Optional<ObservedState> observed() {
        return table.observed();
    }

    Progress progress() {
        return reads.progress();
    }

    KnownState reporting(RouteReport report) {
        return with(progress().reporting(report));
    }

    KnownState with(Progress next) {
        return with(reads.with(next));
    }

    KnownState with(Nodes now) {
        return new KnownState(now, table, machines, reads, writes, memory, removals);
    }

    KnownState with(Table now) {
        return new KnownState(nodes, now, machines, reads, writes, memory, removals);
    }

    KnownState with(LastKnownGood learned) {
        return with(new Table(table.observed(), learned));
    }

    KnownState with(Machines asked) {
        return new KnownState(nodes, table, asked, reads, writes, memory, removals);
    }

    KnownState with(Reads ended) {
        return new KnownState(nodes, table, machines, ended, writes, memory, removals);
    }

    KnownState with(WriteAttempts attempts) {
        return new KnownState(nodes, table, machines, reads, attempts, memory, removals);
    }

    KnownState with(NodeMemory remembered) {
        return new KnownState(nodes, table, machines, reads, writes, remembered, removals);
    }

    KnownState with(RemovalMemory held) {
        return new KnownState(nodes, table, machines, reads, writes, memory, held);
    }
}
