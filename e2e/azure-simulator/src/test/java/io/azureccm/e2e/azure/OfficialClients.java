package io.azureccm.e2e.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.BearerTokenAuthenticationPolicy;
import com.azure.core.http.policy.RetryPolicy;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.resourcemanager.compute.fluent.ComputeManagementClient;
import com.azure.resourcemanager.compute.implementation.ComputeManagementClientBuilder;
import com.azure.resourcemanager.network.fluent.NetworkManagementClient;
import com.azure.resourcemanager.network.implementation.NetworkManagementClientBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The official typed clients, which sign in with a client secret and trust only the simulator's CA. */
final class OfficialClients {
    private static final Duration POLL = Duration.ofMillis(20);

    private final AzureSimulator simulator;
    private final HttpPipeline pipeline;

    OfficialClients(AzureSimulator simulator) throws GeneralSecurityException, IOException {
        this.simulator = simulator;
        HttpClient http = new JdkHttpClientBuilder(
                java.net.http.HttpClient.newBuilder().sslContext(trusting(simulator.caPem()))).build();
        TokenCredential credential = new ClientSecretCredentialBuilder()
                .tenantId("11111111-1111-1111-1111-111111111111")
                .clientId("22222222-2222-2222-2222-222222222222")
                .clientSecret("secret")
                .authorityHost(simulator.url())
                .disableInstanceDiscovery()
                .httpClient(http)
                .build();
        pipeline = new HttpPipelineBuilder().httpClient(http)
                .policies(new RetryPolicy(),
                        new BearerTokenAuthenticationPolicy(credential, "https://management.azure.com/.default"))
                .build();
    }

    static SSLContext trusting(String pem) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("ca", CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    NetworkManagementClient network() {
        return new NetworkManagementClientBuilder().endpoint(simulator.url())
                .pipeline(pipeline)
                .subscriptionId(ArmTestClient.SUBSCRIPTION)
                .defaultPollInterval(POLL)
                .buildClient();
    }

    ComputeManagementClient compute() {
        return new ComputeManagementClientBuilder().endpoint(simulator.url())
                .pipeline(pipeline)
                .subscriptionId(ArmTestClient.SUBSCRIPTION)
                .defaultPollInterval(POLL)
                .buildClient();
    }
}
