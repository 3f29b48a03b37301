package io.azureccm.common.config.identity;

import java.util.Objects;

/** Whether to use the machine's managed identity, and which one: an empty id means the system-assigned identity. */
public record ManagedIdentityConfig(boolean enabled, String userAssignedId) {

    public static final ManagedIdentityConfig NONE = new ManagedIdentityConfig(false, "");

    public ManagedIdentityConfig {
        Objects.requireNonNull(userAssignedId);
    }
}
