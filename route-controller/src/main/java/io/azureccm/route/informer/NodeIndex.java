package io.azureccm.route.informer;

import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The latest version of each node. Reports the name of a node when a field that matters to routes changes; {@code
 * changed} must not block.
 */
public final class NodeIndex implements ResourceListener<Node> {
    /** The latest version of a node, and the facts that matter to routes. */
    public record Entry(Node node, NodeFacts facts) {}

    /** All nodes at one moment, by name, and the names of those whose deletion was observed. */
    public record Seen(SortedMap<String, Entry> nodes, Set<String> deleted) {
        public static final Seen NOTHING = new Seen(new TreeMap<>(), Set.of());

        public Seen {
            nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
            deleted = Set.copyOf(deleted);
        }

        /** The facts of all nodes; {@code changed} is only the number of changed nodes. */
        public ClusterState cluster(int changed) {
            return new ClusterState(nodes.values().stream().map(Entry::facts).toList(), changed, deleted);
        }
    }

    private static final int MAX_DELETED = 5_000;

    private final NodeFactsParser parser;
    private final Consumer<String> changed;
    private final ReentrantLock lock = new ReentrantLock();
    private final SortedMap<String, Entry> entries = new TreeMap<>();
    private final Set<String> deleted = new LinkedHashSet<>();
    private Seen seen;

    public NodeIndex(NodeFactsParser parser, Consumer<String> changed) {
        this.parser = parser;
        this.changed = changed;
    }

    /** All nodes now: the same value until one of them changes. */
    public Seen seen() {
        return locked(() -> {
            if (seen == null)
                seen = new Seen(entries, deleted);
            return seen;
        });
    }

    public Optional<Entry> entry(String name) {
        return locked(() -> Optional.ofNullable(entries.get(name)));
    }

    @Override
    public void added(Node node) {
        note(node);
    }

    @Override
    public void updated(Node before, Node after) {
        note(after);
    }

    @Override
    public void deleted(Node last, boolean lastStateUnknown) {
        String name = last.getMetadata().getName();
        locked(() -> {
            seen = null;
            entries.remove(name);
            // A node whose deletion was not observed may only be missing from a list.
            if (!lastStateUnknown)
                deleted.add(name);
            if (deleted.size() > MAX_DELETED)
                deleted.remove(deleted.iterator().next());
            return null;
        });
        changed.accept(name);
    }

    private void note(Node node) {
        Entry entry = new Entry(node, parser.parse(node));
        Entry before = locked(() -> {
            seen = null;
            deleted.remove(entry.facts().name());
            return entries.put(entry.facts().name(), entry);
        });
        if (before == null || !before.facts().equals(entry.facts()))
            changed.accept(entry.facts().name());
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
