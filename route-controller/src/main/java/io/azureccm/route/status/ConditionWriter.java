package io.azureccm.route.status;

import io.fabric8.kubernetes.api.model.Node;

/** Writes the conditions of a node about its routes. */
public interface ConditionWriter {
    /**
     * Sets those conditions in one patch that the given version of the node does not have. Throws if the API server
     * rejected the write; a node that is gone or was replaced by another one of the same name counts as written.
     */
    void write(Node node, ConditionWrite conditions);

}
