package io.azureccm.common.config.identity;

import io.azureccm.common.config.key.Key;

/** Whether to use the machine's managed identity, and which one: an empty id means the system-assigned identity. */
public record ManagedIdentityConfig(
        @Key(value = "useManagedIdentityExtension", effect = "Uses the managed identity of the machine") boolean enabled,
        @Key(value = "userAssignedIdentityID", effect = "Client id or ARM id of a user-assigned identity; the"
                + " system-assigned identity if not set") String userAssignedId) {}
