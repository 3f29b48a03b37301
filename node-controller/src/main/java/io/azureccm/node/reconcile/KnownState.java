package io.azureccm.node.reconcile;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.MachineAnswers;
import io.azureccm.node.observed.NodeView;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Everything that nodes are planned from: all nodes by name; the changes being collected; the due nodes with what is
 * known about their machines; refusals reported earlier; when all addresses are due; the nodes that left since the last
 * turn; and recent or held deletions.
 */
record KnownState(SortedMap<String, KnownNode> nodes, Changes changes, Due due, Map<String, Refusal> refusals,
        Instant refreshAt,
        List<Node> left, Deletions deletions) {
    /** The due nodes, sorted by name, and the reads they require. */
    record Due(SortedMap<String, NodeView> views, MachineAnswers machines) {
        static final Due NOTHING = new Due(Collections.emptySortedMap(), MachineAnswers.NONE);

        Due {
            views = Collections.unmodifiableSortedMap(views);
        }
    }

    KnownState {
        nodes = Collections.unmodifiableSortedMap(nodes);
        refusals = Collections.unmodifiableMap(refusals);
        left = List.copyOf(left);
    }

    KnownState withNodes(SortedMap<String, KnownNode> next) {
        return new KnownState(next, changes, due, refusals, refreshAt, left, deletions);
    }

    KnownState withRefusals(Map<String, Refusal> told) {
        return new KnownState(nodes, changes, due, told, refreshAt, left, deletions);
    }

    KnownState with(Deletions next) {
        return new KnownState(nodes, changes, due, refusals, refreshAt, left, next);
    }
}
