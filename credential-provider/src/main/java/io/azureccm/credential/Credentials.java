package io.azureccm.credential;

import io.azureccm.credential.http.Connections;
import io.azureccm.credential.http.Deadline;
import io.azureccm.credential.http.Http;
import io.azureccm.credential.http.ProxySettings;
import io.azureccm.credential.http.RetryRule;
import io.azureccm.credential.identity.CertificateAssertion;
import io.azureccm.credential.identity.Cloud;
import io.azureccm.credential.identity.CloudConfig;
import io.azureccm.credential.identity.Clouds;
import io.azureccm.credential.identity.IdentityBindings;
import io.azureccm.credential.identity.ManagedIdentity;
import io.azureccm.credential.identity.SignIn;
import io.azureccm.credential.identity.TokenSource;
import io.azureccm.credential.registry.CacheTime;
import io.azureccm.credential.registry.LoginServer;
import io.azureccm.credential.registry.Mirrors;
import io.azureccm.credential.registry.Mirrors.Mirror;
import io.azureccm.credential.registry.RegistryLogin;
import io.azureccm.credential.registry.RegistryLogin.TokenExchange;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Gets the credentials for an image: determines its registry and the identity, and exchanges the identity's token at
 * the registry.
 */
final class Credentials {
    private static final String REGISTRY_AGENT = "kubernetes-credentialprovider-acr";
    private static final String CLIENT_ANNOTATION = "kubernetes.azure.com/acr-client-id";
    private static final String TENANT_ANNOTATION = "kubernetes.azure.com/acr-tenant-id";
    private static final String NO_USER = "00000000-0000-0000-0000-000000000000";
    private static final String ANY_REGISTRY = "*.azurecr.*";
    private static final List<String> KNOWN_REGISTRIES = List.of("*.azurecr.io", "*.azurecr.cn", "*.azurecr.de",
            "*.azurecr.us");

    private final CommandLine flags;
    private final CredentialRequest request;
    private final HostEnvironment host;
    private final Log log;
    private final Deadline deadline;
    private final Connections connections;
    private CloudConfig config;
    private Cloud cloud;
    private Http azure;

    Credentials(CommandLine flags, CredentialRequest request, HostEnvironment host, Deadline deadline, Log log) {
        this.flags = flags;
        this.request = request;
        this.host = host;
        this.log = log;
        this.deadline = deadline;
        connections = Connections.through(new ProxySettings(host.environment()), host.trust());
    }

    /** Resolves the address before anything else, so that a wrong flag is reported for any image. */
    static InetAddress bindingsAddress(CommandLine flags) {
        String address = flags.flag("ib-apiserver-ip");
        if (address.isEmpty())
            return null;
        try {
            return InetAddress.getByName(address);
        } catch (IOException unknown) {
            throw new Failure("--ib-apiserver-ip is neither an IP address nor a resolvable name");
        }
    }

    CredentialResponse response(InetAddress bindings) {
        config = CloudConfig.read(flags.file(), log);
        azure = http(connections, config.userAgent().isEmpty() ? REGISTRY_AGENT : config.userAgent());
        cloud = new Clouds(azure, host.environment(), log).of(config);
        Mirror mirror = new Mirrors(flags.flag("registry-mirror"), log).of(request.image());
        String image = mirror == null ? request.image() : mirror.applied(request.image());
        LoginServer server = LoginServer.of(image, cloud);
        if (server == null) {
            log.warning("no login for " + log.quote(LoginServer.host(image)) + ": it is not below "
                    + cloud.bareSuffix() + ", the registry suffix of " + cloud.name()
                    + ", nor in another known cloud; expected an Azure registry, or another cloud in the config file");
            return new CredentialResponse("0s");
        }
        TokenSource source = source(mirror, bindings);
        CredentialResponse response;
        String user = config.clientId();
        String password = config.clientSecret();
        if (source == null) {
            boolean ownCloudOnly = flags.has("own-cloud-only");
            if (ownCloudOnly)
                needOwnCloud(server, "with --own-cloud-only no login is given for it");
            response = new CredentialResponse(CacheTime.of("", 0));
            for (String key : KNOWN_REGISTRIES) {
                if (!ownCloudOnly || key.equals("*." + cloud.bareSuffix()))
                    response.with(key, user, password);
            }
            addKeyOfCloud(response, server);
        } else {
            user = NO_USER;
            password = password(source, server);
            response = new CredentialResponse(CacheTime.of(password, System.currentTimeMillis() / 1000))
                    .with(server.host(), user, password);
            if (!server.written().equals(server.host()))
                response.with(server.written(), user, password);
        }
        if (mirror != null)
            response.with(mirror.source(), user, password);
        return response.with(ANY_REGISTRY, "", "");
    }

    private void needOwnCloud(LoginServer server, String consequence) {
        if (!server.ofThisCloud())
            throw new Failure("registry " + server.host() + " belongs to another cloud than " + cloud.name()
                    + " of the config file (key cloud); " + consequence);
    }

    private void addKeyOfCloud(CredentialResponse response, LoginServer server) {
        String suffix = cloud.registrySuffix();
        String key = "*" + suffix;
        if (suffix.contains(".azurecr.") && !KNOWN_REGISTRIES.contains(key.toLowerCase(Locale.ROOT)))
            response.with(key, config.clientId(), config.clientSecret());
        // A * matches only one part of a name, so longer names need a key of their own.
        String below = server.host()
                .substring(0, Math.max(0, server.host().length() - cloud.bareSuffix().length() - 1));
        if (server.ofThisCloud() && below.indexOf('.') >= 0)
            response.with(server.written(), config.clientId(), config.clientSecret());
    }

    private String password(TokenSource source, LoginServer server) {
        needOwnCloud(server, "no token is sent there");
        String token = source.token();
        RegistryLogin login = new RegistryLogin(server, cloud, http(connections, REGISTRY_AGENT), log);
        TokenExchange exchange = login.challenge();
        String own = source.tenant();
        List<String> tenants = config.tenantId().isEmpty() || own.isEmpty() || own.equals(config.tenantId())
                ? List.of(config.tenantId().isEmpty() ? own : config.tenantId())
                : List.of(config.tenantId(), own);
        return login.password(exchange, token, tenants);
    }

    /** The token source; null for credentials in the config itself. */
    private TokenSource source(Mirror mirror, InetAddress bindings) {
        if (mirror == null && bindings != null)
            return identityBindings(bindings);
        if (mirror == null && !request.serviceAccountToken().isEmpty())
            return serviceAccount();
        if (config.managedIdentity()) {
            log.detail(2, "logging in with the managed identity of the node");
            return new ManagedIdentity(config, host.environment(), azure, log);
        }
        if (!config.clientSecret().isEmpty()) {
            need("aadClientSecret", "aadClientId", config.clientId());
            log.detail(2, "logging in with the service principal of the config file");
            return null;
        }
        if (config.federated()) {
            need("useFederatedWorkloadIdentityExtension", "aadFederatedTokenFile", config.federatedTokenFile());
            return application("federated token file", "useFederatedWorkloadIdentityExtension",
                    endpoint -> federatedToken());
        }
        if (config.certificatePath().isEmpty())
            throw new Failure(
                    "the config file has no credentials for a registry; set useManagedIdentityExtension, or aadClientId with "
                            + "aadClientSecret, aadClientCertPath or useFederatedWorkloadIdentityExtension");
        return application("certificate", "aadClientCertPath", new CertificateAssertion(config.clientId(),
                config.certificatePath(), config.certificatePassword()));
    }

    private TokenSource application(String what, String key,
            Function<URI, String> assertion) {
        need(key, "aadClientId", config.clientId());
        need(key, "tenantId", config.tenantId());
        log.detail(2, "logging in as the application of the config file, with its " + what);
        return new SignIn(what, cloud, config.tenantId(), config.clientId(), assertion, azure, retries(), log);
    }

    private void need(String key, String other, String value) {
        if (value.isEmpty())
            throw new Failure("the config file has " + key + " without " + other);
    }

    private String federatedToken() {
        try {
            String token = new String(Files.readAllBytes(Path.of(config.federatedTokenFile())), StandardCharsets.UTF_8)
                    .strip();
            if (!token.isEmpty())
                return token;
        } catch (IOException | InvalidPathException unreadable) {
            // reported below
        }
        throw new Failure(
                "the token file in aadFederatedTokenFile is empty or cannot be read");
    }

    private TokenSource serviceAccount() {
        String client = annotation(CLIENT_ANNOTATION);
        String tenant = annotation(TENANT_ANNOTATION);
        log.detail(2, "logging in with the token of the Service account");
        return new SignIn("Service account", cloud, tenant, client, endpoint -> request.serviceAccountToken(), azure,
                retries(),
                log);
    }

    private String annotation(String name) {
        String value = request.annotations().getOrDefault(name, "");
        if (value.isEmpty())
            throw new Failure("the Service account has no annotation " + name
                    + ", or its value is empty, or the kubelet's config file does not "
                    + "list it among the annotations to forward");
        return value;
    }

    private TokenSource identityBindings(InetAddress address) {
        if (request.serviceAccountToken().isEmpty())
            throw new Failure(
                    "identity bindings: the request has no token of a Service account; the kubelet's config file needs tokenAttributes");
        String client = request.annotations().getOrDefault(CLIENT_ANNOTATION, flags.flag("ib-default-client-id"));
        if (client.isEmpty())
            throw new Failure("identity bindings: the Service account has no annotation " + CLIENT_ANNOTATION
                    + ", or an empty one, and --ib-default-client-id is not set");
        log.detail(2, "logging in with the identity binding of the Service account");
        Connections direct = Connections.always(new InetSocketAddress(address, host.bindingsPort()),
                IdentityBindings.trust(host.clusterCa()));
        return new IdentityBindings(client, request.serviceAccountToken(), flags.flag("ib-sni-name"),
                http(direct, REGISTRY_AGENT), log);
    }

    private RetryRule retries() {
        return RetryRule.USUAL.withAtLeastOwnWait(config.minimumRetryAfter());
    }

    private Http http(Connections through, String userAgent) {
        return new Http(through, deadline, host.pause(), log, userAgent);
    }
}
