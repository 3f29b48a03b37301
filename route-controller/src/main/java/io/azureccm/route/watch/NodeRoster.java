package io.azureccm.route.watch;

import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.route.intent.NodeFacts;
import io.azureccm.route.intent.NodeFactsParser;
import io.azureccm.route.plan.Demand;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Knows every node as last seen and reports each change that matters to routes. The alarm must not block. */
public final class NodeRoster implements ResourceListener<Node> {
    /** A node as last seen, and what routing needs to know of it. */
    public record Entry(Node node, NodeFacts facts) {}

    private final NodeFactsParser parser;
    private final Consumer<Dirty> alarm;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entry> entries = new TreeMap<>();

    public NodeRoster(NodeFactsParser parser, Consumer<Dirty> alarm) {
        this.parser = parser;
        this.alarm = alarm;
    }

    /** What all nodes ask for now; {@code dirty} is only counted. */
    public Demand demand(int dirty) {
        return locked(() -> new Demand(entries.values().stream().map(Entry::facts).toList(), dirty));
    }

    public Optional<Entry> entry(String name) {
        return locked(() -> Optional.ofNullable(entries.get(name)));
    }

    /** Every node, for the first pass of a new leader. */
    public Dirty everything() {
        return locked(() -> new Dirty(entries.keySet()));
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
        locked(() -> entries.remove(name));
        alarm.accept(Dirty.node(name));
    }

    private void note(Node node) {
        Entry entry = new Entry(node, parser.parse(node));
        Entry before = locked(() -> entries.put(entry.facts().name(), entry));
        if (before == null || !before.facts().equals(entry.facts()))
            alarm.accept(Dirty.node(entry.facts().name()));
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
