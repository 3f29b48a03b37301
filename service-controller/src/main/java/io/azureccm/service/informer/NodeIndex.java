package io.azureccm.service.informer;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The nodes as last seen, and those that have left. Thread-safe. */
final class NodeIndex {
    private static final int MAX_DEPARTED = 5_000;

    /**
     * All nodes by name; the machines that nodes have left; and the names, addresses and machines of nodes whose deletion was observed. The
     * same lists while nothing has changed.
     */
    record Nodes(List<NodeFacts> all, Set<ArmId> departed, Set<String> deleted) {}

    private final NodeFactsParser parser;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, NodeFacts> facts = new HashMap<>();
    private final Set<ArmId> departed = new LinkedHashSet<>();
    private final Set<String> deleted = new LinkedHashSet<>();
    /** Null after a change; rebuilt when it is asked for. */
    private Nodes now;

    NodeIndex(NodeFactsParser parser) {
        this.parser = parser;
    }

    Nodes now() {
        return locked(() -> {
            if (now == null) {
                now = new Nodes(facts.values()
                        .stream()
                        .sorted(Comparator.comparing(NodeFacts::name))
                        .collect(Collectors.toUnmodifiableList()), Set.copyOf(departed), Set.copyOf(deleted));
            }
            return now;
        });
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
                locked(() -> {
                    now = null;
                    NodeFacts gone = facts.remove(last.getMetadata().getName());
                    if (gone == null)
                        return null;
                    gone.machine().ifPresent(NodeIndex.this::departs);
                    // A node whose deletion was not observed may only be missing from a list.
                    if (!lastStateUnknown)
                        noteDeleted(gone);
                    return null;
                });
                changed.run();
            }
        };
    }

    private void note(Node node, Runnable changed) {
        NodeFacts seen = parser.parse(node);
        boolean isOther = locked(() -> {
            NodeFacts before = facts.put(seen.name(), seen);
            boolean isNew = !seen.equals(before);
            if (isNew && before != null)
                before.machine().ifPresent(this::departs);
            boolean isBack = seen.machine().filter(this::isBack).isPresent()
                    | deleted.remove(seen.name().toLowerCase(Locale.ROOT)) | deleted.removeAll(seen.internalIps());
            if (isNew || isBack)
                now = null;
            return isNew;
        });
        if (isOther)
            changed.run();
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

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
