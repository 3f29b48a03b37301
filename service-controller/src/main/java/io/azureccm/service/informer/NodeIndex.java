package io.azureccm.service.informer;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.common.kube.informer.WatchIndex;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Node;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The nodes as last seen, and those that have left. Thread-safe. */
final class NodeIndex extends WatchIndex<NodeIndex.Watched, NodeIndex.Nodes> {
    private static final int MAX_DEPARTED = 5_000;

    /**
     * All nodes by name; the machines that nodes have left; and the names, addresses and machines of nodes whose deletion was observed. The
     * same value while nothing has changed.
     */
    record Nodes(Map<String, Node> all, Set<ArmId> departed, Set<String> deleted) {
        static final Nodes NONE = new Nodes(Map.of(), Set.of(), Set.of());
    }

    /** A node in the version that changed something, and what that says. */
    record Watched(Node node, NodeFacts facts) {}

    private final NodeFactsParser parser;
    private final Set<ArmId> departed = new LinkedHashSet<>();
    private final Set<String> deleted = new LinkedHashSet<>();

    NodeIndex(NodeFactsParser parser) {
        this.parser = parser;
    }

    @Override
    protected Nodes show(Map<String, Watched> watched) {
        Map<String, Node> all = new HashMap<>();
        watched.forEach((name, each) -> all.put(name, each.node()));
        return new Nodes(all, Set.copyOf(departed), Set.copyOf(deleted));
    }

    /** {@code changed} is called after a change and must not block. */
    ResourceListener<Node> listener(Runnable changed) {
        return new ResourceListener<>() {
            @Override
            public void added(Node node) {
                note(node, changed);
            }

            @Override
            public void updated(Node before, Node after) {
                note(after, changed);
            }

            @Override
            public void deleted(Node last, boolean lastStateUnknown) {
                changing(nodes -> {
                    Watched gone = nodes.remove(last.getMetadata().getName());
                    if (gone == null)
                        return null;
                    gone.facts().machine().ifPresent(NodeIndex.this::departs);
                    // A node whose deletion was not observed may only be missing from a list.
                    if (!lastStateUnknown)
                        noteDeleted(gone.facts());
                    return null;
                });
                changed.run();
            }
        };
    }

    private void note(Node node, Runnable changed) {
        NodeFacts seen = parser.parse(node);
        boolean isOther = locked(nodes -> {
            Watched before = nodes.get(seen.name());
            boolean isNew = before == null || !seen.equals(before.facts());
            if (isNew && before != null)
                before.facts().machine().ifPresent(this::departs);
            nodes.put(seen.name(), new Watched(node, isNew ? seen : before.facts()));
            boolean isBack = seen.machine().filter(this::isBack).isPresent()
                    | deleted.remove(seen.name().toLowerCase(Locale.ROOT)) | deleted.removeAll(seen.internalIps());
            if (isNew || isBack)
                changed();
            return isNew;
        });
        if (isOther)
            changed.run();
    }

    /** The status of the condition Ready of a node by its name; "" if the node, or the condition, is unknown. */
    String readiness(String name) {
        return entry(name).flatMap(each -> NodeConditions.of(each.node(), "Ready"))
                .map(each -> each.status().equals("True") ? "ready" : "not ready")
                .orElse("");
    }

    private boolean isBack(ArmId machine) {
        return departed.remove(machine) | deleted.remove(machine.key());
    }

    /** Only the latest are kept: their machines leave the pools with the next plan. */
    private void departs(ArmId machine) {
        departed.add(machine);
        if (departed.size() > MAX_DEPARTED)
            departed.remove(departed.iterator().next());
    }

    private void noteDeleted(NodeFacts gone) {
        deleted.add(gone.name().toLowerCase(Locale.ROOT));
        deleted.addAll(gone.internalIps());
        gone.machine().ifPresent(machine -> deleted.add(machine.key()));
        while (deleted.size() > MAX_DEPARTED)
            deleted.remove(deleted.iterator().next());
    }
}
