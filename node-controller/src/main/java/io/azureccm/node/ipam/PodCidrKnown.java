package io.azureccm.node.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.reconcile.Changes;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Everything that pod CIDRs are planned from: all nodes by name, the changes that are being collected, what was given, the nodes to
 * serve and those being written, what was told, who left since the last turn, and where lengths differ what is known of them.
 */
record PodCidrKnown(SortedMap<String, NodeCidrs> nodes, Changes changes, Claims claims, Work work, Told told,
        List<Departure> left, MaskWork masks) {
    /** Names of the nodes to serve now and of those being written, and the failed attempts that wait for their next one. */
    record Work(Set<String> due, Set<String> writing, Map<String, RetryState> retries) {
        static final Work NONE = new Work(Set.of(), Set.of(), Map.of());

        Work {
            due = Set.copyOf(due);
            writing = Set.copyOf(writing);
            retries = Map.copyOf(retries);
        }
    }

    /** Names of the nodes that found nothing free, what is wrong with CIDRs that nodes have, and why nodes (by name) have no length. */
    record Told(Set<String> waiting, Set<Refusal> findings, Map<String, Refusal> masks) {
        static final Told NOTHING = new Told(Set.of(), Set.of(), Map.of());

        Told {
            waiting = Set.copyOf(waiting);
            findings = Set.copyOf(findings);
            masks = Map.copyOf(masks);
        }
    }

    /** A node that left, and the CIDRs that it had or was given. */
    record Departure(String uid, List<Cidr> released) {
        Departure {
            released = List.copyOf(released);
        }
    }

    PodCidrKnown {
        nodes = Collections.unmodifiableSortedMap(nodes);
        left = List.copyOf(left);
    }

    PodCidrKnown with(Claims given, Work next) {
        return new PodCidrKnown(nodes, changes, given, next, told, left, masks);
    }

    PodCidrKnown with(Told now) {
        return new PodCidrKnown(nodes, changes, claims, work, now, left, masks);
    }

    PodCidrKnown with(MaskWork now) {
        return new PodCidrKnown(nodes, changes, claims, work, told, left, now);
    }
}
