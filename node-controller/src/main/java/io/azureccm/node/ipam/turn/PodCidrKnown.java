package io.azureccm.node.ipam.turn;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.reconcile.known.Changes;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Everything that pod CIDRs are planned from: whether the nodes of the cluster have been seen since this instance leads; all nodes by name, the changes being collected, claims, the nodes that
 * are due or being written, reported problems, nodes that left since the last turn, and state of prefix lengths if they
 * differ per node; and the nodes whose pod CIDRs are unknown because they cannot be read.
 */
public record PodCidrKnown(boolean hasSeen, SortedMap<String, NodeCidrs> nodes, Changes changes, Claims claims,
        Work work, Reported reported,
        List<Departure> left, NodeMaskState masks, Set<String> unreadable) {
    /** Names of the nodes that are due and of those being written, and failed attempts with their next retry. */
    public record Work(Set<String> due, Set<String> writing, Map<String, RetryState> retries) {
        public static final Work NONE = new Work(Set.of(), Set.of(), Map.of());

        public Work {
            due = Set.copyOf(due);
            writing = Set.copyOf(writing);
            retries = Map.copyOf(retries);
        }
    }

    /**
     * Names of the nodes for which no range was free, problems with pod CIDRs of nodes, and why nodes (by name) have no
     * prefix length.
     */
    public record Reported(Set<String> waiting, Set<Refusal> findings, Map<String, Refusal> masks) {
        public static final Reported NOTHING = new Reported(Set.of(), Set.of(), Map.of());

        public Reported {
            waiting = Set.copyOf(waiting);
            findings = Set.copyOf(findings);
            masks = Map.copyOf(masks);
        }
    }

    /** A node that left, and the CIDRs that it had or was assigned. */
    public record Departure(String uid, List<Cidr> released) {
        public Departure {
            released = List.copyOf(released);
        }
    }

    /** When the loop begins, perhaps over again: nothing is known yet but what was {@code assigned} in this term, by UID. */
    public static PodCidrKnown begin(int ranges, Map<String, List<Cidr>> assigned) {
        return new PodCidrKnown(false, Collections.emptySortedMap(), Changes.NONE, Claims.begin(ranges, assigned),
                Work.NONE,
                Reported.NOTHING, List.of(), NodeMaskState.NONE, Set.of());
    }

    public PodCidrKnown {
        nodes = Collections.unmodifiableSortedMap(nodes);
        left = List.copyOf(left);
        unreadable = Set.copyOf(unreadable);
    }

    /** Without what the next turn derives anew from what it sees. */
    public PodCidrKnown withoutObservations() {
        return new PodCidrKnown(hasSeen, Collections.emptySortedMap(), changes, claims, work, reported, List.of(),
                masks.withoutAnswers(), Set.of());
    }

    public PodCidrKnown with(Claims given, Work next) {
        return new PodCidrKnown(hasSeen, nodes, changes, given, next, reported, left, masks, unreadable);
    }

    public PodCidrKnown with(Reported now) {
        return new PodCidrKnown(hasSeen, nodes, changes, claims, work, now, left, masks, unreadable);
    }

    public PodCidrKnown with(NodeMaskState now) {
        return new PodCidrKnown(hasSeen, nodes, changes, claims, work, reported, left, now, unreadable);
    }
}
