package io.azureccm.service.plan.context;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.ExtendedLocation;
import io.azureccm.service.model.ArmJson;

/** Writes the edge zone of the cloud config into a resource. */
public final class ExtendedLocations {
    private ExtendedLocations() {}

    public static ObjectNode json(ExtendedLocation location) {
        return ArmJson.object().put("name", location.name()).put("type", location.type());
    }
}
