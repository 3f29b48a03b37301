package io.azureccm.common.config;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;
import io.azureccm.common.config.key.TextForm;

/** Where resources are created and which tags they get. Strings are empty if not set. */
@Keys(KeyGroup.PLACEMENT)
public record PlacementConfig(
        @Key(value = "resourceGroup", is = TextForm.GROUP, effect = "Resource group of the cluster") String resourceGroup,
        @Key(value = "location", is = TextForm.REGION, effect = "Region of created resources") String location,
        ExtendedLocation extendedLocation,
        NetworkConfig network,
        TagConfig tags) {}
