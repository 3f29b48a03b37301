package io.azureccm.common.arm.gateway;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipeline;
import io.azureccm.common.arm.ApiVersions;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.credential.ArmCredentials;
import io.azureccm.common.arm.credential.FallbackCredential;
import io.azureccm.common.arm.credential.KeyVaultReads;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ArmExchangeGate;
import io.azureccm.common.arm.http.ArmExchangeListener;
import io.azureccm.common.arm.http.ArmTokens;
import io.azureccm.common.arm.http.ArmTokens.TokenRequest;
import io.azureccm.common.arm.http.ArmWire;
import io.azureccm.common.arm.http.RedactingHttpClient;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.credential.CloudCredentials;
import io.azureccm.common.config.credential.CredentialSpec;
import io.azureccm.common.config.identity.CredentialConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * Builds the gateway from a cloud config: one pipeline for the cluster's subscription and, if network resources need another
 * credential because they are in another tenant, a second one with that credential. Opening sends nothing; a config that
 * cannot work is an {@link IllegalArgumentException} with a one-line message. After a reload of the config, open a new one;
 * nothing needs closing.
 */
public final class ArmConnection {
    private final AzureCloud cloud;
    private final ArmEndpoint endpoint;
    private final ArmClientSettings settings;
    private final HttpPipeline pipeline;
    private final ArmCredentials credentials;
    private final ArmExchangeGate gate;
    private final ArmExchangeListener listener;
    private final ArmClock clock;
    private final Map<TokenKey, ArmTokens> tokens = new HashMap<>();

    /** The ARM endpoint and the identity; {@code fallback} is used if the config has no credential. */
    public record Account(CloudConfig config, AzureCloud cloud, CloudCredentials credentials,
            FallbackCredential fallback) {}

    private ArmConnection(Account account, SSLContext tls, ArmClientSettings settings, ArmExchangeGate gate,
            ArmExchangeListener listener, ArmClock clock) {
        this.gate = gate;
        this.cloud = account.cloud();
        this.endpoint = ArmEndpoint.of(cloud.resourceManagerEndpoint());
        this.settings = settings;
        this.listener = listener;
        this.clock = clock;
        HttpClient http = new RedactingHttpClient(ArmTransport.open(tls, settings, clock), secrets(account));
        this.pipeline = ArmTransport.pipeline(http, settings.userAgent());
        this.credentials = new ArmCredentials(cloud, http, account.fallback(),
                new KeyVaultReads(cloud, pipeline, listener, clock));
    }

    /** The gateway without limits and retries: wrap it in the call policy. */
    public static ArmGateway open(Account account, SSLContext tls, ArmClientSettings settings,
            ArmExchangeListener listener, ArmClock clock) {
        return new ArmConnection(account, tls, settings, ArmExchangeGate.OPEN, listener, clock).gateway(account);
    }

    /** The same for an app: with a gate before every exchange, and tokens that are requested before the first call needs them. */
    public static ArmGateway open(Account account, SSLContext tls, ArmClientSettings settings, ArmExchangeGate gate,
            ArmExchangeListener listener, ArmClock clock) {
        ArmConnection connection = new ArmConnection(account, tls, settings, gate, listener, clock);
        ArmGateway gateway = connection.gateway(account);
        connection.tokens.values().forEach(each -> Thread.ofVirtual().name("first-token").start(each::prepare));
        return gateway;
    }

    private ArmGateway gateway(Account account) {
        CloudConfig config = account.config();
        CloudCredentials specs = account.credentials();
        ApiVersions versions = config.arm().endpoint().azureStackBehaviour()
                ? ApiVersions.AZURE_STACK
                : ApiVersions.AZURE;
        List<ArmTokens> auxiliary = new ArrayList<>();
        specs.auxiliaryTenants().forEach(tenant -> auxiliary.add(tokens(specs.compute(), tenant)));
        specs.auxiliaryToken().ifPresent(spec -> auxiliary.add(tokens(spec, "")));
        ArmGateway compute = gateway(versions, tokens(specs.compute(), ""), auxiliary);
        if (specs.network().equals(specs.compute()))
            return compute;
        if (config.networkSubscriptionId().equalsIgnoreCase(config.subscriptionId())) {
            throw new IllegalArgumentException("networkResourceTenantID names another tenant, so "
                    + "networkResourceSubscriptionID must name a subscription of that tenant");
        }
        ArmGateway network = gateway(versions, tokens(specs.network(), ""), List.of());
        return new RoutingArmGateway(config.networkSubscriptionId(), network, compute);
    }

    private ArmGateway gateway(ApiVersions versions, ArmTokens tokens, List<ArmTokens> auxiliary) {
        ArmWire wire = new ArmWire(pipeline, tokens, auxiliary, settings.answers(), gate, listener, clock);
        return new PipelineArmGateway(endpoint, versions, wire, settings.operations(), settings.answers(), clock);
    }

    private static List<String> secrets(Account account) {
        CredentialConfig credentials = account.config().identity().credentials();
        List<String> secrets = new ArrayList<>(account.fallback().secrets());
        secrets.add(credentials.clientSecret().reveal());
        secrets.add(credentials.certificate().password().reveal());
        return secrets;
    }

    /** One token per credential and tenant, shared by all pipelines. */
    private ArmTokens tokens(CredentialSpec spec, String tenant) {
        return tokens.computeIfAbsent(new TokenKey(spec, tenant),
                key -> new ArmTokens(() -> credentials.build(spec),
                        new TokenRequest(cloud.tokenScope(), tenant, credentials.server(spec)), clock));
    }

    private record TokenKey(CredentialSpec spec, String tenant) {}
}
