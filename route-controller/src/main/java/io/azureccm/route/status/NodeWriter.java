package io.azureccm.route.status;

import io.fabric8.kubernetes.api.model.Node;

/** Writes into a node whether its pods can be reached. */
public interface NodeWriter {
    /**
     * Sets the condition NetworkUnavailable, unless the node as seen has it already. Throws when the API did not take the write;
     * a node that is gone, or is another one of the same name by now, counts as written.
     */
    void setConnected(Node node, boolean connected);

}
