package io.azureccm.route.reconcile;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.drift.InPlace;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.reconcile.CollectingWindow;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.route.observed.MachineAddresses;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.spec.ClusterState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that routes are planned from: the nodes and what is being collected about them; the table as last observed, own writes
 * laid over it; the addresses of machines; and what this leader remembers of its reads, its writes, of nodes and of removals.
 */
record KnownState(Nodes nodes, Table table, Machines machines, Reads reads, WriteAttempts writes, NodeMemory memory,
        RemovalMemory removals) {
    /** What a leader knows that has just begun. */
    static final KnownState NOTHING = new KnownState(
            new Nodes(new ClusterState(List.of(), 0), Map.of(), Map.of(), Set.of(), Optional.empty()),
            new Table(Optional.empty(), InPlace.NOTHING), new Machines(Map.of(), Instant.MIN),
            new Reads(RetryState.NEW, Instant.MIN), WriteAttempts.NONE, NodeMemory.NONE,
            RemovalMemory.NONE);

    /**
     * All nodes; which of them show by their condition that they are connected (true) or not (false), and what others show about their
     * routes, by UID; and the names of those that changed since the last write began, with the window in which such changes are collected.
     */
    record Nodes(ClusterState cluster, Map<String, Boolean> shown, Map<String, ShownCondition> routed,
            Set<String> changed,
            Optional<CollectingWindow> window) {
        Nodes {
            shown = Map.copyOf(shown);
            routed = Map.copyOf(routed);
            changed = Set.copyOf(changed);
        }

        Nodes collected() {
            return new Nodes(cluster, shown, routed, Set.of(), Optional.empty());
        }
    }

    /** The table as last observed, empty when it has to be read; and what tells changes of it that nobody asked for from others. */
    record Table(Optional<ObservedState> observed, InPlace inPlace) {}

    /** The addresses that machines were found to have, by node, and when they were asked. */
    record Machines(Map<String, MachineAddresses> addresses, Instant asOf) {
        Machines {
            addresses = Map.copyOf(addresses);
        }
    }

    /** How reads of the table have gone since the last good one, and when that ended. */
    record Reads(RetryState retry, Instant lastGood) {}

    KnownState with(Nodes now) {
        return new KnownState(now, table, machines, reads, writes, memory, removals);
    }

    KnownState with(Table now) {
        return new KnownState(nodes, now, machines, reads, writes, memory, removals);
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
