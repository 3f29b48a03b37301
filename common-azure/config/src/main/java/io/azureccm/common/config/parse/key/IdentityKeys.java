package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.type.ScalarTypes.BOOL;
import static io.azureccm.common.config.parse.type.ScalarTypes.ID;
import static io.azureccm.common.config.parse.type.ScalarTypes.SECRET;
import static io.azureccm.common.config.parse.type.ScalarTypes.TEXT;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.identity.AuxiliaryTokenProvider;
import io.azureccm.common.config.identity.CredentialConfig;
import io.azureccm.common.config.parse.type.ObjectTypes;
import io.azureccm.common.config.value.Secret;
import java.util.Optional;

/** Keys that define the identity. */
public final class IdentityKeys {
    static final DeclaredKeys KEYS = new DeclaredKeys(KeyGroup.IDENTITY);

    public static final ConfigKey<String> TENANT_ID = KEYS.key("tenantId", ID, "",
            "Tenant of the cluster's identity; the environment variable AZURE_TENANT_ID takes precedence",
            c -> c.identity().tenantId());

    public static final ConfigKey<String> SUBSCRIPTION_ID = KEYS.key("subscriptionId", ID, "",
            "Subscription of the machines",
            c -> c.identity().subscriptionId());

    public static final ConfigKey<String> NETWORK_TENANT_ID = KEYS.key("networkResourceTenantID", ID, "",
            "Tenant of the network resources if it is not tenantId", c -> c.identity().networkTenantId());

    public static final ConfigKey<String> NETWORK_SUBSCRIPTION_ID = KEYS.key("networkResourceSubscriptionID", ID, "",
            "Subscription of load balancers, public IPs, security group, route table and subnets; subscriptionId"
                    + " if not set",
            c -> c.identity().networkSubscriptionId());

    public static final ConfigKey<String> CLIENT_ID = KEYS.key("aadClientId", ID, "",
            "Application (client) id; the environment variable AZURE_CLIENT_ID takes precedence",
            c -> credentials(c).clientId());

    public static final ConfigKey<Secret> CLIENT_SECRET = KEYS.key("aadClientSecret", SECRET, Secret.NONE,
            "Secret of the application; the environment variable AZURE_CLIENT_SECRET takes precedence",
            c -> credentials(c).clientSecret());

    public static final ConfigKey<String> CERTIFICATE_PATH = KEYS.key("aadClientCertPath", TEXT, "",
            "PEM or PKCS#12 file with the certificate of the application", c -> credentials(c).certificate().path());

    public static final ConfigKey<Secret> CERTIFICATE_PASSWORD = KEYS.key("aadClientCertPassword", SECRET, Secret.NONE,
            "Password of that file", c -> credentials(c).certificate().password());

    public static final ConfigKey<Boolean> MANAGED_IDENTITY = KEYS.key("useManagedIdentityExtension", BOOL, false,
            "Uses the managed identity of the machine", c -> credentials(c).managedIdentity().enabled());

    public static final ConfigKey<String> USER_ASSIGNED_ID = KEYS.key("userAssignedIdentityID", TEXT, "",
            "Client id or ARM id of a user-assigned identity; the system-assigned identity if not set",
            c -> credentials(c).managedIdentity().userAssignedId());

    public static final ConfigKey<Boolean> FEDERATION = KEYS.key("useFederatedWorkloadIdentityExtension", BOOL, false,
            "Uses workload identity federation; the environment variable AZURE_FEDERATED_TOKEN_FILE also enables it",
            c -> credentials(c).federation().enabled());

    public static final ConfigKey<String> FEDERATED_TOKEN_FILE = KEYS.key("aadFederatedTokenFile", TEXT, "",
            "File with the projected service account token; the environment variable AZURE_FEDERATED_TOKEN_FILE"
                    + " takes precedence",
            c -> credentials(c).federation().tokenFile());

    public static final ConfigKey<Optional<AuxiliaryTokenProvider>> AUXILIARY_TOKEN_PROVIDER = KEYS.key(
            "auxiliaryTokenProvider",
            ObjectTypes.AUXILIARY_TOKEN, Optional.empty(),
            "Key Vault secret with a token for the network tenant; required if a managed identity works across"
                    + " tenants",
            c -> credentials(c).auxiliaryTokenProvider());

    public static final ConfigKey<String> MSI_DATA_PLANE_PATH = KEYS.key("aadMSIDataPlaneIdentityPath", TEXT, "",
            "File with the credentials of a user-assigned identity, as issued by the identity data plane",
            c -> credentials(c).msiDataPlaneIdentityPath());

    private IdentityKeys() {}

    private static CredentialConfig credentials(CloudConfig config) {
        return config.identity().credentials();
    }
}
