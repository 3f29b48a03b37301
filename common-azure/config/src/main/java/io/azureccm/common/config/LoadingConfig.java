package io.azureccm.common.config;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;

/** Where the config comes from and whether the controllers run at all. */
@Keys(KeyGroup.LOADING)
public record LoadingConfig(
        @Key(value = "cloudConfigType", fallback = "merge", effect = "Which sources are used: the file, the secret,"
                + " or the file with the secret merged over it") CloudConfigType type,
        @Key(value = "disableCloudProvider", effect = "Stops all controllers until the config changes again") boolean cloudProviderDisabled) {}
