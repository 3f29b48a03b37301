package io.azureccm.common.config.identity;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyObject;
import io.azureccm.common.config.key.TextForm;

/** The Key Vault secret that holds an access token for the network tenant. */
@KeyObject(value = "an object with subscriptionID, resourceGroup, vaultName and secretName", emptyIsAbsent = true)
public record AuxiliaryTokenProvider(
        @Key(value = "subscriptionID", is = TextForm.ID, required = true) String subscriptionId,
        @Key(value = "resourceGroup", is = TextForm.GROUP, required = true) String resourceGroup,
        @Key(value = "vaultName", is = TextForm.ID, required = true) String vaultName,
        @Key(value = "secretName", is = TextForm.ID, required = true) String secretName) {}
