package io.azureccm.e2e.azure.tokens;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.http.HttpFront;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The sign-in service: discovery documents and the token endpoint for the client credentials grant. */
public final class LoginRoutes {
    private final Tokens tokens;
    private final AppCredentials apps;
    private final Supplier<String> authority;

    /** {@code authority} is the base URL of the HTTPS port, where clients sign in, without a trailing slash. */
    public LoginRoutes(Tokens tokens, AppCredentials apps, Supplier<String> authority) {
        this.tokens = tokens;
        this.apps = apps;
        this.authority = authority;
    }

    public Optional<Route> route(ArmRequest request) {
        String path = request.path().toLowerCase(java.util.Locale.ROOT);
        if (path.equals("/metadata/endpoints"))
            return route("GET", request, r -> ArmResponse.json(200, endpoints(r)));
        if (path.equals("/common/discovery/instance"))
            return route("GET", request, r -> ArmResponse.json(200, instance(r)));
        if (path.endsWith("/.well-known/openid-configuration"))
            return route("GET", request, r -> ArmResponse.json(200, openId(r)));
        if (path.endsWith("/oauth2/v2.0/token") || path.endsWith("/oauth2/token"))
            return route("POST", request, this::token);
        return Optional.empty();
    }

    private static Optional<Route> route(String verb, ArmRequest request, Function<ArmRequest, ArmResponse> response) {
        return Optional.of(new Route(Route.Kind.TOKEN, verb, "token", request.path(),
                visit -> () -> response.apply(visit.request())));
    }

    private static String tenant(ArmRequest request) {
        return request.segments().isEmpty() ? "common" : request.segments().getFirst();
    }

    /** The list of clouds: this simulator, first with its own name and then with the names used in cloud configs. */
    private ArrayNode endpoints(ArmRequest request) {
        ArrayNode clouds = Json.object().putArray("clouds");
        for (String name : List.of("AzureSimulator", "AzureCloud", "AzurePublicCloud", "AzureStackCloud"))
            clouds.add(cloud(name, request.base()));
        return clouds;
    }

    /** Clients sign in over HTTPS only, whatever port they used for this request. */
    private JsonNode cloud(String name, String base) {
        return Json
                .parse("""
                        {"portal": "https://portal.azure.com", "name": "%1$s", "resourceManager": "%2$s",
                         "graphAudience": "%2$s/graph", "media": "%2$s", "gallery": "%2$s", "batch": "%2$s",
                         "authentication": {"loginEndpoint": "%3$s", "tenant": "common", "identityProvider": "AAD", "audiences": [
                           "https://management.core.windows.net/", "https://management.azure.com/", "%2$s/"]},
                         "suffixes": {"storage": "core.windows.net", "keyVaultDns": "vault.azure.net",
                           "acrLoginServer": "azurecr.io"}}
                        """
                        .formatted(name, base, authority.get()));
    }

    private static JsonNode instance(ArmRequest request) {
        return Json.parse("""
                {"tenant_discovery_endpoint": "%1$s/common/v2.0/.well-known/openid-configuration", "api-version": "1.1",
                 "metadata": [{"preferred_network": "%2$s", "preferred_cache": "%2$s",
                   "aliases": ["%2$s", "login.microsoftonline.com"]}]}
                """.formatted(request.base(), request.base().replaceFirst("^https?://", "")));
    }

    private static JsonNode openId(ArmRequest request) {
        return Json.parse("""
                {"issuer": "%1$s/v2.0", "authorization_endpoint": "%1$s/oauth2/v2.0/authorize",
                 "token_endpoint": "%1$s/oauth2/v2.0/token", "jwks_uri": "%1$s/discovery/v2.0/keys",
                 "device_authorization_endpoint": "%1$s/oauth2/v2.0/devicecode", "tenant_region_scope": "NA",
                 "response_types_supported": ["code", "id_token"], "subject_types_supported": ["pairwise"],
                 "id_token_signing_alg_values_supported": ["RS256"]}
                """.formatted(request.base() + "/" + tenant(request)));
    }

    private ArmResponse token(ArmRequest request) {
        Map<String, String> form = HttpFront.query(new String(request.body(), StandardCharsets.UTF_8));
        String client = form.getOrDefault("client_id", "");
        if (!"client_credentials".equals(form.get("grant_type")))
            return error("unsupported_grant_type", 70003, "The app requested an unsupported grant type '"
                    + form.get("grant_type") + "'.");
        if (client.isEmpty())
            return error("invalid_request", 900144,
                    "The request body must contain the following parameter: 'client_id'.");
        if (!form.containsKey("client_secret") && !form.containsKey("client_assertion"))
            return error("invalid_client", 7000218, "The request body must contain the following parameter:"
                    + " 'client_assertion' or 'client_secret'.");
        Optional<AppCredentials.Refused> refused = apps.check(client, form);
        if (refused.isPresent())
            return error("invalid_client", refused.get().code(), refused.get().message());
        String audience = form.getOrDefault("resource", audience(form.getOrDefault("scope", "")));
        if (audience.isEmpty())
            return error("invalid_scope", 70011, "The provided value for the input parameter 'scope' is not valid.");
        String issuer = request.base() + "/" + tenant(request) + "/v2.0";
        String token = tokens.issue(new Tokens.Subject(tenant(request), client), audience, issuer, Tokens.LIFE);
        return ArmResponse.json(200,
                Json.object()
                        .put("token_type", "Bearer")
                        .put("expires_in", Tokens.LIFE.toSeconds())
                        .put("ext_expires_in", Tokens.LIFE.toSeconds())
                        .put("access_token", token));
    }

    /** Some clients request {@code openid profile offline_access} in addition to the scope of the resource. */
    private static String audience(String scopes) {
        return Arrays.stream(scopes.split(" "))
                .filter(scope -> scope.endsWith("/.default"))
                .findFirst()
                .orElse("")
                .replaceAll("/+\\.default$", "");
    }

    private static ArmResponse error(String error, int code, String message) {
        ObjectNode body = Json.object().put("error", error).put("error_description", "AADSTS" + code + ": " + message);
        body.putArray("error_codes").add(code);
        return ArmResponse.json(error.equals("invalid_client") ? 401 : 400, body);
    }
}
