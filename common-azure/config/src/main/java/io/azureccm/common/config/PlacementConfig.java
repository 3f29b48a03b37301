package io.azureccm.common.config;

import java.util.Objects;

/** Where resources are created and which tags they get. Strings are empty if not set. */
public record PlacementConfig(String resourceGroup, String location, ExtendedLocation extendedLocation,
        NetworkConfig network, TagConfig tags) {

    public PlacementConfig {
        Objects.requireNonNull(extendedLocation);
        Objects.requireNonNull(network);
        Objects.requireNonNull(tags);
    }
}
