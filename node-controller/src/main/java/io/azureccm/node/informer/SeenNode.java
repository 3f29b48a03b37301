package io.azureccm.node.informer;

import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Node;

/** The latest version of a Node that the watch showed, and what the watch showed of it before. Immutable. */
public record SeenNode(Node node, NodeHistory history) {
    public NodeFacts facts() {
        return NodeFactsParser.parse(node);
    }

    public boolean isSame(Node other) {
        return node.getMetadata().getUid().equals(other.getMetadata().getUid());
    }
}
