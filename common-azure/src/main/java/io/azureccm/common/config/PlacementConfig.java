package io.azureccm.common.config;

import java.util.Objects;

/** Where created resources go and what they carry. Strings are empty when not set. */
public record PlacementConfig(String resourceGroup, String location, ExtendedLocation extendedLocation,
        NetworkConfig network, TagConfig tags) {

    public PlacementConfig {
        Objects.requireNonNull(extendedLocation);
        Objects.requireNonNull(network);
        Objects.requireNonNull(tags);
    }
}
