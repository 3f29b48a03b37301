package io.azureccm.credential.registry;

import io.azureccm.credential.http.Http;
import io.azureccm.credential.http.HttpRequest;
import io.azureccm.credential.http.HttpResponse;
import io.azureccm.credential.http.RetryRule;
import io.azureccm.credential.identity.Cloud;
import io.azureccm.credential.identity.TokenResponse;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import io.azureccm.credential.text.JsonReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Exchanges an Entra ID token for a registry token. The token is sent only to that registry, and only over TLS. */
public final class RegistryLogin {
    private final LoginServer server;
    private final Cloud cloud;
    private final Http http;
    private final Log log;
    private final String name;

    /** Where to exchange the token, and for which service. */
    public record TokenExchange(URI endpoint, String service) {}

    public RegistryLogin(LoginServer server, Cloud cloud, Http http, Log log) {
        this.server = server;
        this.cloud = cloud;
        this.http = http;
        this.log = log;
        name = "registry " + server.host();
    }

    /** Gets the exchange endpoint from the registry, without sending a token. */
    public TokenExchange challenge() {
        HttpRequest request = HttpRequest.get(URI.create("https://" + server.host() + "/v2/"), Map.of());
        HttpResponse response = http.send(request, RetryRule.USUAL);
        if (response.status() != 401)
            throw new Failure(name + ": /v2/ answered " + response.status()
                    + " instead of a challenge (401), as a firewall, a disabled registry or another server would"
                    + reason(response));
        List<String> headers = response.headers("WWW-Authenticate");
        if (headers.isEmpty())
            throw new Failure(name + ": the challenge has no header WWW-Authenticate");
        return exchange(bearer(headers));
    }

    private Challenge bearer(List<String> headers) {
        List<Challenge> challenges;
        try {
            challenges = Challenge.all(headers);
        } catch (IllegalArgumentException unreadable) {
            throw new Failure(name + ": the header WWW-Authenticate is not valid, " + unreadable.getMessage());
        }
        StringBuilder others = new StringBuilder();
        for (Challenge challenge : challenges) {
            if (challenge.scheme().equals("bearer"))
                return challenge;
            others.append(others.isEmpty() ? "" : ", ").append(challenge.scheme());
        }
        throw new Failure(name + ": the challenge does not have the scheme Bearer"
                + (others.isEmpty()
                        ? ""
                        : " but " + log.quote(
                                others.toString())));
    }

    private TokenExchange exchange(Challenge challenge) {
        String service = challenge.parameters().getOrDefault("service", "");
        String realm = challenge.parameters().getOrDefault("realm", "");
        if (service.isEmpty())
            throw new Failure(name + ": the challenge names no service");
        if (realm.isEmpty())
            throw new Failure(name + ": the challenge names no realm");
        URI uri;
        try {
            uri = new URI(realm);
        } catch (URISyntaxException wrong) {
            throw new Failure(name + ": the realm of the challenge is not a URL");
        }
        if (uri.getHost() == null)
            throw new Failure(name + ": the realm of the challenge is not a URL with a host");
        if (!"https".equalsIgnoreCase(uri.getScheme()))
            throw new Failure(name + ": the realm of the challenge is not https; the token is not sent there");
        if (uri.getRawUserInfo() != null || uri.getPort() >= 0 && uri.getPort() != 443
                || !server.isAt(uri.getHost(), cloud))
            throw new Failure(
                    name + ": the realm of the challenge is at \"" + log.quote(String.valueOf(uri.getRawAuthority()))
                            + "\", not at the registry itself; the token is not sent there");
        return new TokenExchange(URI.create("https://" + uri.getHost() + "/oauth2/exchange"), service);
    }

    /**
     * The password: a refresh token of the registry.
     *
     * @param tenants are tried in order while the registry rejects them
     */
    public String password(TokenExchange exchange, String token, List<String> tenants) {
        HttpResponse response = null;
        for (String tenant : tenants) {
            response = http.send(HttpRequest.form(exchange.endpoint(), fields(exchange, token, tenant), Map.of()),
                    RetryRule.USUAL);
            if (!isRejected(response))
                break;
        }
        return password(response);
    }

    private static Map<String, String> fields(TokenExchange exchange, String token, String tenant) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("service", exchange.service());
        fields.put("grant_type", "access_token_refresh_token");
        fields.put("access_token", token);
        fields.put("refresh_token", token);
        fields.put("tenant", tenant);
        return fields;
    }

    private String password(HttpResponse response) {
        String hint = isRejected(response) ? ", as for an identity without pull permission (role AcrPull)" : "";
        if (response.status() != 200)
            throw new Failure(name + ": the exchange of the token answered " + response.status() + hint
                    + reason(response));
        return TokenResponse.secret(response, "refresh_token", name + ": the exchange of the token",
                "answered without a registry token", log);
    }

    private static boolean isRejected(HttpResponse response) {
        return response.status() == 401 || response.status() == 403;
    }

    /** The reason given by the registry, with a leading colon. */
    private String reason(HttpResponse response) {
        String reason = response.text();
        try {
            if (JsonReader.read(reason) instanceof Map<?, ?> body && body.get("errors") instanceof List<?> errors
                    && !errors.isEmpty() && errors.getFirst() instanceof Map<?, ?> error) {
                String code = error.get("code") instanceof String text ? text : "";
                reason = error.get("message") instanceof String text ? code + " " + text : code;
            }
        } catch (IllegalArgumentException noJson) {
            // quoted unchanged
        }
        String shown = log.quote(reason);
        return shown.isEmpty() || shown.equals("{}") ? "" : ": " + shown;
    }
}
