package io.azureccm.route.status;

import io.fabric8.kubernetes.api.model.Node;

/** Writes into a node whether its pods can be reached, and why not. */
public interface NodeWriter {
    /**
     * Sets the conditions in one patch, those that the node as seen does not have already. Throws when the API did not take the
     * write; a node that is gone, or is another one of the same name by now, counts as written.
     */
    void write(Node node, ConditionWrite conditions);

}
