package io.azureccm.common.config.identity;

import java.util.Objects;

/** Workload identity federation: on or off, and the file that contains the service account token. */
public record FederationConfig(boolean enabled, String tokenFile) {

    public static final FederationConfig NONE = new FederationConfig(false, "");

    public FederationConfig {
        Objects.requireNonNull(tokenFile);
    }
}
