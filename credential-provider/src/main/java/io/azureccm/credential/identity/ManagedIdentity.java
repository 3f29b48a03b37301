package io.azureccm.credential.identity;

import io.azureccm.credential.http.Http;
import io.azureccm.credential.http.HttpRequest;
import io.azureccm.credential.http.HttpResponse;
import io.azureccm.credential.http.RetryRule;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import io.azureccm.credential.text.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The managed identity of the node: from its metadata service, or from the endpoint named in the environment. */
public final class ManagedIdentity implements TokenSource {
    private static final String METADATA_SERVICE = "http://169.254.169.254/metadata/identity/oauth2/token";
    private static final String ARC_ENDPOINT = "http://localhost:40342/metadata/identity/oauth2/token";
    private static final Path ARC_AGENT = Path.of("/opt/azcmagent/bin/himds");
    private static final Path ARC_KEYS = Path.of("/var/opt/azcmagent/tokens");
    private static final int MAX_KEY_BYTES = 4096;

    private final CloudConfig config;
    private final Map<String, String> environment;
    private final Http http;
    private final Log log;
    private final RetryRule rule;

    public ManagedIdentity(CloudConfig config, Map<String, String> environment, Http http, Log log) {
        this.config = config;
        this.environment = environment;
        this.http = http;
        this.log = log;
        rule = RetryRule.IDENTITY.withAtLeastOwnWait(config.minimumRetryAfter());
    }

    @Override
    public String token() {
        String endpoint = variable("IDENTITY_ENDPOINT");
        String header = variable("IDENTITY_HEADER");
        if (!endpoint.isEmpty() && !header.isEmpty()) {
            if (!variable("IDENTITY_SERVER_THUMBPRINT").isEmpty())
                throw new Failure(
                        "managed identity: Service Fabric identities (IDENTITY_ENDPOINT) are not supported, because a node is not a Service Fabric application");
            log.secret(header);
            return asked(endpoint, "2019-08-01", "mi_res_id", Map.of("X-IDENTITY-HEADER", header));
        }
        String old = variable("MSI_ENDPOINT");
        if (!old.isEmpty())
            return fromOldEndpoint(old, variable("MSI_SECRET"));
        if (!endpoint.isEmpty() && !variable("IMDS_ENDPOINT").isEmpty())
            return fromArc(endpoint);
        if (endpoint.isEmpty() && Files.exists(ARC_AGENT))
            return fromArc(ARC_ENDPOINT);
        return asked(METADATA_SERVICE, "2018-02-01", "msi_res_id", Map.of("Metadata", "true"));
    }

    private String asked(String endpoint, String version, String idName, Map<String, String> headers) {
        return answered(request(endpoint, version, idName, "client_id", headers));
    }

    private HttpRequest request(String endpoint, String version, String idName, String clientName,
            Map<String, String> headers) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("api-version", version);
        query.put("resource", RESOURCE);
        String identity = config.userAssignedIdentity();
        if (!identity.isEmpty())
            query.put(isArmId(identity) ? idName : clientName, identity);
        String separator = endpoint.indexOf('?') < 0 ? "?" : "&";
        return HttpRequest.get(url(endpoint + separator + HttpRequest.encoded(query)), headers);
    }

    private static boolean isArmId(String identity) {
        return identity.toLowerCase(Locale.ROOT).contains("/subscriptions/");
    }

    private static URI url(String text) {
        return Clouds.url("managed identity: the endpoint in the environment", text);
    }

    private String answered(HttpRequest request) {
        return token(request, http.send(request, rule));
    }

    private String token(HttpRequest request, HttpResponse response) {
        boolean unassigned = response.status() == 400 || response.status() == 404;
        String hint = unassigned && !config.userAssignedIdentity().isEmpty()
                ? ", as for an identity that is not assigned to this machine (userAssignedIdentityID)"
                : "";
        return TokenResponse.token(response, "managed identity: " + request.shown(), hint, log);
    }

    /** The endpoint of Azure ML, which uses a secret, or of Cloud Shell, which does not. */
    private String fromOldEndpoint(String endpoint, String secret) {
        if (!secret.isEmpty()) {
            log.secret(secret);
            return answered(request(endpoint, "2017-09-01", "mi_res_id", "clientid", Map.of("secret", secret)));
        }
        if (!config.userAssignedIdentity().isEmpty())
            throw new Failure(
                    "managed identity: the endpoint in MSI_ENDPOINT does not support user-assigned identities (userAssignedIdentityID)");
        return answered(HttpRequest.form(url(endpoint), Map.of("resource", RESOURCE), Map.of("Metadata", "true")));
    }

    /** The Azure Arc agent requires the content of a file that only its own group can read. */
    private String fromArc(String endpoint) {
        HttpRequest request = request(endpoint, "2020-06-01", "msi_res_id", "client_id", Map.of("Metadata", "true"));
        HttpResponse response = http.send(request, rule);
        if (response.status() != 401)
            return confirmed(request, response);
        String challenge = response.header("WWW-Authenticate");
        String start = "Basic realm=";
        if (!challenge.regionMatches(true, 0, start, 0, start.length()))
            throw new Failure("managed identity: the Azure Arc agent names no key file");
        Path file = ARC_KEYS.resolve(challenge.substring(start.length()).replace("\"", "").strip()).normalize();
        if (!ARC_KEYS.equals(file.getParent()) || !file.toString().endsWith(".key"))
            throw new Failure("managed identity: the key file of the Azure Arc agent is not in " + ARC_KEYS);
        String key = key(file);
        log.secret(key);
        HttpRequest withKey = new HttpRequest("GET", request.uri(),
                Map.of("Metadata", "true", "Authorization", "Basic " + key), null);
        return confirmed(withKey, http.send(withKey, rule));
    }

    /** Agents that do not know user-assigned identities ignore the parameter and return a token of another identity. */
    private String confirmed(HttpRequest request, HttpResponse response) {
        String token = token(request, response);
        String identity = config.userAssignedIdentity();
        if (!identity.isEmpty() && !identity.equalsIgnoreCase(usedIdentity(response, isArmId(identity))))
            throw new Failure("managed identity: the Azure Arc agent did not confirm that the token is for " + identity
                    + " (userAssignedIdentityID), as agents do that support only the identity of the machine; update the agent, or remove that key");
        return token;
    }

    private static String usedIdentity(HttpResponse response, boolean armId) {
        Map<?, ?> body = (Map<?, ?>) JsonReader.read(response.text());
        for (String name : armId ? List.of("msi_res_id", "mi_res_id") : List.of("client_id")) {
            if (body.get(name) instanceof String used && !used.isEmpty())
                return used;
        }
        return "";
    }

    private static String key(Path file) {
        try {
            if (Files.size(file) <= MAX_KEY_BYTES)
                return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).strip();
        } catch (IOException unreadable) {
            // reported below
        }
        throw new Failure("managed identity: the key file " + file + " of the Azure Arc agent cannot be read");
    }

    private String variable(String name) {
        return environment.getOrDefault(name, "");
    }
}
