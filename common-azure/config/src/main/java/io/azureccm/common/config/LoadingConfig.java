package io.azureccm.common.config;

import java.util.Objects;

/** Where the config comes from and whether the controllers run at all. */
public record LoadingConfig(CloudConfigType type, boolean cloudProviderDisabled) {

    public LoadingConfig {
        Objects.requireNonNull(type);
    }
}
