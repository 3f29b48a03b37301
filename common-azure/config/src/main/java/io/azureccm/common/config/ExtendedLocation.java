package io.azureccm.common.config;

import io.azureccm.common.config.key.Key;

/** An edge zone; it is used only if name and type are both set. */
public record ExtendedLocation(
        @Key(value = "extendedLocationName", effect = "Name of an edge zone for created resources; only used together"
                + " with extendedLocationType") String name,
        @Key(value = "extendedLocationType", effect = "Type of that edge zone, usually EdgeZone") String type) {

    public boolean isSet() {
        return !name.isEmpty() && !type.isEmpty();
    }
}
