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

/**
 * All nodes with their history, and the names of nodes deleted recently. Notifies its listener of each change that may
 * require a write.
 */
public final class NodeIndex extends WatchIndex<SeenNode, Map<String, SeenNode>> implements ResourceListener<Node> {
    private static final Duration REMEMBERED = Duration.ofHours(1);

    /** Called when a node joins, changes or leaves; must not block. */
    public interface Listener {
        void changed(String node);

        void left(Node last);
    }

    private final InstantSource clock;
    private final Listener listener;
    private final Map<String, Instant> departed = new LinkedHashMap<>();

    public NodeIndex(InstantSource clock, Listener listener) {
        this.clock = clock;
        this.listener = listener;
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
        listener.changed(name);
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
            listener.changed(name(after));
    }

    @Override
    public void deleted(Node last, boolean lastStateUnknown) {
        changing(nodes -> {
            departed.remove(name(last));
            departed.put(name(last), clock.instant());
            return nodes.remove(name(last));
        });
        listener.left(last);
    }

    private static String name(Node node) {
        return node.getMetadata().getName();
    }
}
