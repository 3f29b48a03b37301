package io.azureccm.route.informer;

import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Node;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private static final int MAX_DELETED = 5_000;

    private final NodeFactsParser parser;
    private final Consumer<String> changed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entry> entries = new TreeMap<>();
    private final Set<String> deleted = new LinkedHashSet<>();

    public NodeIndex(NodeFactsParser parser, Consumer<String> changed) {
        this.parser = parser;
        this.changed = changed;
    }

    /** All nodes now; {@code changed} is only the number of changed nodes. */
    public ClusterState cluster(int changed) {
        return locked(() -> new ClusterState(entries.values().stream().map(Entry::facts).toList(), changed,
                deleted));
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
