package io.azureccm.node.informer;

import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.common.kube.informer.WatchIndex;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * All nodes with their history, and the names of nodes deleted recently. Notifies of each change that may require a write.
 */
public final class NodeIndex extends WatchIndex<SeenNode, Map<String, SeenNode>> implements ResourceListener<Node> {
    private static final Duration REMEMBERED = Duration.ofHours(1);

    private final InstantSource clock;
    private final Consumer<String> changed;
    private final Consumer<Node> left;
    private final Map<String, Instant> departed = new LinkedHashMap<>();

    /** {@code changed}: a node joined or changed; {@code left}: this is the last state of a node that left. They must not block. */
    public NodeIndex(InstantSource clock, Consumer<String> changed, Consumer<Node> left) {
        this.clock = clock;
        this.changed = changed;
        this.left = left;
    }

    /** All nodes that the watch shows now, by name. */
    @Override
    protected Map<String, SeenNode> show(Map<String, SeenNode> all) {
        return Map.copyOf(all);
    }

    @Override
    public void added(Node node) {
        Instant now = clock.instant();
        String name = name(node);
        changing(nodes -> {
            departed.values().removeIf(left -> left.plus(REMEMBERED).isBefore(now));
            return nodes.put(name, new SeenNode(node, NodeHistory.from(now, NodeFactsParser.isReady(node),
                    departed.containsKey(name))));
        });
        changed.accept(name);
    }

    @Override
    public void updated(Node before, Node after) {
        boolean wasReady = NodeFactsParser.isReady(before);
        boolean ready = NodeFactsParser.isReady(after);
        changing(nodes -> {
            return nodes.computeIfPresent(name(after), (name, known) -> new SeenNode(after,
                    wasReady == ready ? known.history() : known.history().turned(ready, clock.instant())));
        });
        if (before != after && !NodeFactsParser.parse(before).equals(NodeFactsParser.parse(after)))
            changed.accept(name(after));
    }

    @Override
    public void deleted(Node last, boolean lastStateUnknown) {
        changing(nodes -> {
            departed.remove(name(last));
            departed.put(name(last), clock.instant());
            return nodes.remove(name(last));
        });
        left.accept(last);
    }

    private static String name(Node node) {
        return node.getMetadata().getName();
    }
}
