package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.ExtendedLocation;
import io.azureccm.service.model.Tree;

/** Writes the edge zone of the cloud config into a resource. */
final class ExtendedLocations {
    private ExtendedLocations() {}

    static ObjectNode json(ExtendedLocation location) {
        return Tree.object().put("name", location.name()).put("type", location.type());
    }
}
