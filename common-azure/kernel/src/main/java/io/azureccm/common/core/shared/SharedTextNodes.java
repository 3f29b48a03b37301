package io.azureccm.common.core.shared;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * Makes the nodes of parsed JSON so that equal texts share one node, which is immutable. Azure repeats each id in every reference to
 * it, and Kubernetes repeats labels and conditions in every Node: without sharing, copies of texts are a quarter of the heap of a large
 * cluster.
 */
public final class SharedTextNodes extends JsonNodeFactory {
    private static final long serialVersionUID = 1L;
    /** Longer texts (annotations, certificates) are rarely repeated. */
    private static final int MAX_LENGTH = 512;

    private final transient RecentValues<TextNode> recent;

    /** Remembers up to {@code size} texts; a power of two. */
    public SharedTextNodes(int size) {
        recent = new RecentValues<>(size);
    }

    @Override
    public TextNode textNode(String text) {
        TextNode fresh = super.textNode(text);
        return text == null || text.length() > MAX_LENGTH ? fresh : recent.sharing(fresh);
    }
}
