package io.azureccm.node.reconcile.known;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.spec.NodeFacts.Identity;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Everything that nodes are planned from: how far this term as leader has got; all nodes by name; the changes being
 * collected; the due nodes with what is known about their machines; refusals reported earlier; when all addresses are
 * due; the nodes that left since the last turn; and recent or held deletions.
 */
public record KnownState(Term term, SortedMap<String, KnownNode> nodes, Changes changes, Due due,
        Map<String, Refusal> refusals, Instant refreshAt, List<Identity> left, Deletions deletions) {
    /** When this instance began to lead, and how far it has got since. */
    public record Term(Instant began, Progress progress) {
        public Term reached(Progress next) {
            return new Term(began, next);
        }
    }

    /** How far a term as leader has got. */
    public enum Progress {
        /** The nodes of the cluster have not been taken yet. */
        BEGUN,
        /** Nodes are known, and machines are read for the first time. */
        READING,
        /** All nodes have been planned with what was read. */
        PLANNED
    }

    /** The due nodes, sorted by name, and the reads they require. */
    public record Due(SortedMap<String, NodeView> views, Lookups<MachineLookup> machines) {
        public static final Due NOTHING = new Due(Collections.emptySortedMap(), Lookups.none());

        public Due {
            views = Collections.unmodifiableSortedMap(views);
        }
    }

    public KnownState {
        nodes = Collections.unmodifiableSortedMap(nodes);
        refusals = Collections.unmodifiableMap(refusals);
        left = List.copyOf(left);
    }

    /** At the start of a term: nothing is known yet. */
    public static KnownState begin(Instant now, Instant refreshAt) {
        return new KnownState(new Term(now, Progress.BEGUN), Collections.emptySortedMap(), Changes.NONE, Due.NOTHING,
                Map.of(), refreshAt, List.of(), Deletions.NONE);
    }

    /** Without what the next turn derives anew from what it sees. */
    public KnownState withoutObservations() {
        return new KnownState(term, nodes, changes, Due.NOTHING, refusals, refreshAt, List.of(), deletions);
    }

    public KnownState withNodes(SortedMap<String, KnownNode> next) {
        return new KnownState(term, next, changes, due, refusals, refreshAt, left, deletions);
    }

    public KnownState withRefusals(Map<String, Refusal> told) {
        return new KnownState(term, nodes, changes, due, told, refreshAt, left, deletions);
    }

    public KnownState with(Deletions next) {
        return new KnownState(term, nodes, changes, due, refusals, refreshAt, left, next);
    }

    public KnownState with(Term next) {
        return new KnownState(next, nodes, changes, due, refusals, refreshAt, left, deletions);
    }
}
