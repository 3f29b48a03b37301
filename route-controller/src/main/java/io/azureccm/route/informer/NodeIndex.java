package io.azureccm.route.informer;

import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.common.kube.informer.WatchIndex;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The latest version of each node. Reports the name of a node when a field that matters to routes changes; {@code
 * changed} must not block.
 */
public final class NodeIndex extends WatchIndex<NodeIndex.Entry, NodeIndex.Seen> implements ResourceListener<Node> {
    /** The latest version of a node, and the facts that matter to routes. */
    public record Entry(Node node, NodeFacts facts) {}

    /** All nodes at one moment, by name, and the names of those whose deletion was observed and of those that cannot be read. */
    public record Seen(SortedMap<String, Entry> nodes, Set<String> deleted, Set<String> unreadable) {
        public static final Seen NOTHING = new Seen(new TreeMap<>(), Set.of(), Set.of());

        public Seen {
            nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
            deleted = Set.copyOf(deleted);
            unreadable = Set.copyOf(unreadable);
        }

        /** The facts of all nodes; {@code changed} is only the number of changed nodes. */
        public ClusterState cluster(int changed) {
            return new ClusterState(nodes.values().stream().map(Entry::facts).toList(), changed, deleted,
                    unreadable);
        }
    }

    private static final int MAX_DELETED = 5_000;

    private final NodeFactsParser parser;
    private final Consumer<String> changed;
    private final Set<String> deleted = new LinkedHashSet<>();

    public NodeIndex(NodeFactsParser parser, Consumer<String> changed) {
        this.parser = parser;
        this.changed = changed;
    }

    @Override
    protected Seen show(Map<String, Entry> all) {
        return new Seen(new TreeMap<>(all), deleted, unreadable());
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
        changing(entries -> {
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

    @Override
    public void unreadable(Set<String> names) {
        Set<String> before = unreadable();
        super.unreadable(names);
        before.stream().filter(name -> !names.contains(name)).forEach(changed);
    }

    private void note(Node node) {
        Entry entry = new Entry(node, parser.parse(node));
        Entry before = changing(entries -> {
            deleted.remove(entry.facts().name());
            return entries.put(entry.facts().name(), entry);
        });
        if (before == null || !before.facts().equals(entry.facts()))
            changed.accept(entry.facts().name());
    }
}
