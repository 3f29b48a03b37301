package io.azureccm.common.config.credential;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.CloudConfigType;
import io.azureccm.common.config.credential.CredentialSpec.ClientCertificate;
import io.azureccm.common.config.credential.CredentialSpec.ClientSecret;
import io.azureccm.common.config.credential.CredentialSpec.KeyVaultToken;
import io.azureccm.common.config.credential.CredentialSpec.ManagedIdentity;
import io.azureccm.common.config.credential.CredentialSpec.MsiDataPlaneFile;
import io.azureccm.common.config.credential.CredentialSpec.None;
import io.azureccm.common.config.credential.CredentialSpec.SystemAssigned;
import io.azureccm.common.config.credential.CredentialSpec.UserAssignedClientId;
import io.azureccm.common.config.credential.CredentialSpec.UserAssignedResourceId;
import io.azureccm.common.config.credential.CredentialSpec.WorkloadIdentity;
import io.azureccm.common.config.identity.CredentialConfig;
import io.azureccm.common.config.identity.IdentityConfig;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/** The precedence of credential keys and the keys that each credential requires. */
final class CredentialPlanner {

    private static final String RESOURCE_ID_MARK = "/subscriptions/";

    private final CloudConfig config;

    private final IdentityConfig identity;

    private final CredentialConfig keys;

    private final String source;

    private final boolean otherwiseProvided;

    private final List<ConfigProblem> problems = new ArrayList<>();

    CredentialPlanner(CloudConfig config, String source, boolean otherwiseProvided) {
        this.config = config;
        this.identity = config.identity();
        this.keys = identity.credentials();
        this.source = source;
        this.otherwiseProvided = otherwiseProvided;
    }

    CredentialChoice choose() {
        CloudCredentials credentials = credentials();
        if (keys.auxiliaryTokenProvider().isPresent() && credentials.auxiliaryToken().isEmpty()) {
            say(Severity.WARNING, "auxiliaryTokenProvider",
                    "has no effect: it is only for a managed identity that works across tenants");
        }
        return new CredentialChoice(credentials, problems);
    }

    private CloudCredentials credentials() {
        if (keys.federation().enabled()) {
            return workloadIdentity();
        }
        if (keys.managedIdentity().enabled()) {
            return managedIdentity();
        }
        if (keys.clientSecret().isSet()) {
            return acrossTenants("aadClientSecret", (tenant, additional) -> new ClientSecret(tenant, keys.clientId(),
                    keys.clientSecret(), additional));
        }
        if (!keys.certificate().path().isEmpty()) {
            return acrossTenants("aadClientCertPath", (tenant, additional) -> new ClientCertificate(tenant,
                    keys.clientId(), keys.certificate().path(), keys.certificate().password(), additional));
        }
        if (!keys.msiDataPlaneIdentityPath().isEmpty()) {
            return singleTenant(new MsiDataPlaneFile(keys.msiDataPlaneIdentityPath()), "the identity data plane file");
        }
        return none();
    }

    private CloudCredentials workloadIdentity() {
        need("aadFederatedTokenFile", keys.federation().tokenFile(), "workload identity",
                "a file, or the environment variable AZURE_FEDERATED_TOKEN_FILE");
        needTenantAndClient("workload identity");
        return singleTenant(
                new WorkloadIdentity(identity.tenantId(), keys.clientId(), keys.federation().tokenFile()),
                "workload identity");
    }

    private CloudCredentials managedIdentity() {
        ManagedIdentity spec = managed(keys.managedIdentity().userAssignedId());
        if (!identity.multiTenant()) {
            return CloudCredentials.same(spec);
        }
        if (keys.auxiliaryTokenProvider().isEmpty()) {
            say(Severity.ERROR, "auxiliaryTokenProvider",
                    "is missing: a managed identity can access networkResourceTenantID only with a token from Key"
                            + " Vault");
            return CloudCredentials.same(spec);
        }
        KeyVaultToken token = new KeyVaultToken(keys.auxiliaryTokenProvider().get(), spec);
        return new CloudCredentials(spec, token, List.of(), Optional.of(token));
    }

    static ManagedIdentity managed(String id) {
        if (id.isEmpty()) {
            return new SystemAssigned();
        }
        return id.toLowerCase(Locale.ROOT).contains(RESOURCE_ID_MARK)
                ? new UserAssignedResourceId(id)
                : new UserAssignedClientId(id);
    }

    /** {@code application} makes the credential of an application in a tenant, which may request tokens for additional ones. */
    private CloudCredentials acrossTenants(String key, BiFunction<String, List<String>, CredentialSpec> application) {
        needTenantAndClient(key);
        if (!identity.multiTenant()) {
            return CloudCredentials.same(application.apply(identity.tenantId(), List.of()));
        }
        List<String> network = List.of(identity.networkTenantId());
        return new CloudCredentials(application.apply(identity.tenantId(), network),
                application.apply(identity.networkTenantId(), List.of()), network, Optional.empty());
    }

    private CloudCredentials singleTenant(CredentialSpec spec, String what) {
        if (identity.multiTenant()) {
            say(Severity.WARNING, "networkResourceTenantID", "has no effect: " + what + " serves one tenant only");
        }
        return CloudCredentials.same(spec);
    }

    private CloudCredentials none() {
        boolean refused = !otherwiseProvided && config.loading().type() == CloudConfigType.FILE
                && !config.machines().useInstanceMetadata();
        if (refused) {
            say(Severity.ERROR, "", "has no credential; expected one of useFederatedWorkloadIdentityExtension, "
                    + "useManagedIdentityExtension, aadClientSecret, aadClientCertPath, aadMSIDataPlaneIdentityPath, "
                    + "or useInstanceMetadata true");
        } else if (!otherwiseProvided) {
            say(Severity.WARNING, "", "has no credential; until there is one, every call to Azure is refused");
        }
        return CloudCredentials.same(new None());
    }

    private void needTenantAndClient(String what) {
        need("tenantId", identity.tenantId(), what, "a tenant, or the environment variable AZURE_TENANT_ID");
        need("aadClientId", keys.clientId(), what, "a client id, or the environment variable AZURE_CLIENT_ID");
    }

    private void need(String key, String value, String what, String expected) {
        if (value.isEmpty()) {
            say(Severity.ERROR, key, "is missing, " + what + " requires it; expected " + expected);
        }
    }

    private void say(Severity severity, String key, String message) {
        problems.add(new ConfigProblem(severity, source, key, message));
    }
}
