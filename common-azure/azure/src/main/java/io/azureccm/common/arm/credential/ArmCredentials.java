package io.azureccm.common.arm.credential;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.http.policy.RetryPolicy;
import com.azure.identity.AadCredentialBuilderBase;
import com.azure.identity.ClientAssertionCredentialBuilder;
import com.azure.identity.ClientCertificateCredentialBuilder;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.identity.CredentialBuilderBase;
import com.azure.identity.ManagedIdentityCredentialBuilder;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.credential.CredentialSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Builds the credential that a {@link CredentialSpec} describes. Building requests no token and uses no network; a required
 * file that is missing is an {@link IllegalArgumentException} with a one-line message.
 */
public final class ArmCredentials {
    private static final String INSTANCE_METADATA = "http://169.254.169.254";

    private final AzureCloud cloud;
    private final HttpClient http;
    private final FallbackCredential fallback;
    private final KeyVaultReads vaults;

    public ArmCredentials(AzureCloud cloud, HttpClient http, FallbackCredential fallback,
            KeyVaultReads vaults) {
        this.cloud = cloud;
        this.http = http;
        this.fallback = fallback;
        this.vaults = vaults;
    }

    public TokenCredential build(CredentialSpec spec) {
        return switch (spec) {
            case CredentialSpec.WorkloadIdentity workload -> workload(workload);
            case CredentialSpec.SystemAssigned system -> network(new ManagedIdentityCredentialBuilder()).build();
            case CredentialSpec.UserAssignedClientId(String clientId) ->
                network(new ManagedIdentityCredentialBuilder()).clientId(clientId).build();
            case CredentialSpec.UserAssignedResourceId(String resourceId) ->
                network(new ManagedIdentityCredentialBuilder()).resourceId(resourceId).build();
            case CredentialSpec.ClientSecret secret -> authority(new ClientSecretCredentialBuilder())
                    .tenantId(secret.tenantId())
                    .clientId(secret.clientId())
                    .clientSecret(secret.secret().reveal())
                    .additionallyAllowedTenants(secret.additionalTenants())
                    .build();
            case CredentialSpec.ClientCertificate certificate -> certificate(certificate);
            case CredentialSpec.MsiDataPlaneFile(String file) ->
                new FileCredential(DataPlaneIdentity.KEY, Path.of(existing(file, DataPlaneIdentity.KEY)),
                        content -> identity(DataPlaneIdentity.parse(file, content)));
            case CredentialSpec.KeyVaultToken(var source, CredentialSpec reader) ->
                new KeyVaultTokenCredential(source, build(reader), vaults);
            case CredentialSpec.None none -> fallback.build(cloud, http)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "no credential: azure.json has none (aadClientId with aadClientSecret or"
                                    + " aadClientCertPath, useManagedIdentityExtension,"
                                    + " useFederatedWorkloadIdentityExtension or"
                                    + " aadMSIDataPlaneIdentityPath) and neither has spring.cloud.azure"));
        };
    }

    /** The server that issues the tokens of a credential, as {@code host:port}, for messages. */
    public String server(CredentialSpec spec) {
        if (!(spec instanceof CredentialSpec.ManagedIdentity))
            return ArmEndpoint.server(URI.create(cloud.authorityHost()));
        String appService = System.getenv("IDENTITY_ENDPOINT");
        URI metadata = URI.create(appService == null ? INSTANCE_METADATA : appService);
        return metadata.getHost() + ":" + (metadata.getPort() < 0 ? 80 : metadata.getPort());
    }

    /** The credential of one user-assigned identity from its data plane file. */
    private TokenCredential identity(DataPlaneIdentity identity) {
        ClientCertificateCredentialBuilder builder = authority(new ClientCertificateCredentialBuilder());
        if (!identity.authority().isEmpty())
            builder.authorityHost(identity.authority()).disableInstanceDiscovery();
        return builder.tenantId(identity.tenantId())
                .clientId(identity.clientId())
                .pfxCertificate(identity.certificate())
                .clientCertificatePassword("")
                .sendCertificateChain(true)
                .build();
    }

    /** Does not use the SDK's credential of this name, which bypasses this HTTP client and its CAs. */
    private TokenCredential workload(CredentialSpec.WorkloadIdentity workload) {
        Path file = Path.of(existing(workload.tokenFile(), "aadFederatedTokenFile"));
        return authority(new ClientAssertionCredentialBuilder()).tenantId(workload.tenantId())
                .clientId(workload.clientId())
                .clientAssertion(() -> projected(file))
                .build();
    }

    /** Read for each token, since the kubelet renews it. */
    private static String projected(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw new IllegalStateException("aadFederatedTokenFile: " + file + " cannot be read", unreadable);
        }
    }

    private TokenCredential certificate(CredentialSpec.ClientCertificate certificate) {
        Path file = Path.of(existing(certificate.certificateFile(), "aadClientCertPath"));
        return new FileCredential("aadClientCertPath", file, content -> certificate(certificate, content));
    }

    private TokenCredential certificate(CredentialSpec.ClientCertificate certificate, byte[] content) {
        ClientCertificateCredentialBuilder builder = authority(new ClientCertificateCredentialBuilder())
                .tenantId(certificate.tenantId())
                .clientId(certificate.clientId())
                .additionallyAllowedTenants(certificate.additionalTenants())
                .sendCertificateChain(true);
        if (new String(content, StandardCharsets.ISO_8859_1).contains("-----BEGIN "))
            return builder.pemCertificate(new ByteArrayInputStream(
                    PemIdentity.readable("aadClientCertPath", certificate.certificateFile(), content))).build();
        return builder.pfxCertificate(new ByteArrayInputStream(content))
                .clientCertificatePassword(certificate.password().reveal())
                .build();
    }

    private <B extends AadCredentialBuilderBase<B>> B authority(B builder) {
        network(builder).authorityHost(cloud.authorityHost());
        return cloud.publicAuthority() ? builder : builder.disableInstanceDiscovery();
    }

    private <B extends CredentialBuilderBase<B>> B network(B builder) {
        withoutRetries(builder, http);
        return builder;
    }

    /** Failed token requests are paced by the token cache. */
    static void withoutRetries(CredentialBuilderBase<?> builder, HttpClient http) {
        builder.httpClient(http)
                .maxRetry(0)
                .retryPolicy(new RetryPolicy(new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1)))));
    }

    private static String existing(String file, String key) {
        if (!Files.isReadable(Path.of(file)))
            throw new IllegalArgumentException(key + ": " + file + (Files.exists(Path.of(file))
                    ? " cannot be read"
                    : " does not exist"));
        return file;
    }
}
