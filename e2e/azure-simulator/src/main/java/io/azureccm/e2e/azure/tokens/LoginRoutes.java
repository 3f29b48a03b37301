package io.azureccm.e2e.azure.tokens;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
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
        if (path.equals("/metadata/endpoints")) {
            return route("GET", request, r -> ArmResponse.json(200, endpoints(r)));
        }
        if (path.equals("/common/discovery/instance")) {
            return route("GET", request, r -> ArmResponse.json(200, instance(r)));
        }
        if (path.endsWith("/.well-known/openid-configuration")) {
            return route("GET", request, r -> ArmResponse.json(200, openId(r)));
        }
        if (path.endsWith("/discovery/v2.0/keys") || path.endsWith("/discovery/keys")) {
            return route("GET", request, r -> {
                ObjectNode keys = Json.object();
                keys.putArray("keys");
                return ArmResponse.json(200, keys);
            });
        }
        if (path.endsWith("/oauth2/v2.0/token") || path.endsWith("/oauth2/token")) {
            return route("POST", request, this::token);
        }
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
        for (String name : List.of("AzureSimulator", "AzureCloud", "AzurePublicCloud", "AzureStackCloud")) {
            clouds.add(cloud(name, request.base()));
        }
        return clouds;
    }

    /** Clients sign in over HTTPS only, whatever port they used for this request. */
    private ObjectNode cloud(String name, String base) {
        ObjectNode cloud = Json.object()
                .put("portal", "https://portal.azure.com")
                .put("name", name)
                .put("resourceManager", base)
                .put("graphAudience", base + "/graph")
                .put("media", base)
                .put("gallery", base)
                .put("batch", base);
        ObjectNode authentication = cloud.putObject("authentication")
                .put("loginEndpoint", authority.get())
                .put("tenant", "common")
                .put("identityProvider", "AAD");
        authentication.putArray("audiences")
                .add("https://management.core.windows.net/")
                .add("https://management.azure.com/")
                .add(base + "/");
        cloud.putObject("suffixes")
                .put("storage", "core.windows.net")
                .put("keyVaultDns", "vault.azure.net")
                .put("acrLoginServer", "azurecr.io");
        return cloud;
    }

    private static ObjectNode instance(ArmRequest request) {
        String host = request.base().replaceFirst("^https?://", "");
        ObjectNode body = Json.object()
                .put("tenant_discovery_endpoint", request.base() + "/common/v2.0/.well-known/openid-configuration")
                .put("api-version", "1.1");
        ObjectNode metadata = body.putArray("metadata")
                .addObject()
                .put("preferred_network", host)
                .put("preferred_cache", host);
        metadata.putArray("aliases").add(host).add("login.microsoftonline.com");
        return body;
    }

    private static ObjectNode openId(ArmRequest request) {
        String authority = request.base() + "/" + tenant(request);
        ObjectNode body = Json.object()
                .put("issuer", authority + "/v2.0")
                .put("authorization_endpoint", authority + "/oauth2/v2.0/authorize")
                .put("token_endpoint", authority + "/oauth2/v2.0/token")
                .put("jwks_uri", authority + "/discovery/v2.0/keys")
                .put("device_authorization_endpoint", authority + "/oauth2/v2.0/devicecode")
                .put("tenant_region_scope", "NA");
        body.putArray("response_types_supported").add("code").add("id_token");
        body.putArray("subject_types_supported").add("pairwise");
        body.putArray("id_token_signing_alg_values_supported").add("RS256");
        return body;
    }

    private ArmResponse token(ArmRequest request) {
        Map<String, String> form = form(new String(request.body(), StandardCharsets.UTF_8));
        String client = form.getOrDefault("client_id", "");
        if (!"client_credentials".equals(form.get("grant_type"))) {
            return error("unsupported_grant_type", 70003, "The app requested an unsupported grant type '"
                    + form.get("grant_type") + "'.");
        }
        if (client.isEmpty()) {
            return error("invalid_request", 900144,
                    "The request body must contain the following parameter: 'client_id'.");
        }
        if (!form.containsKey("client_secret") && !form.containsKey("client_assertion")) {
            return error("invalid_client", 7000218, "The request body must contain the following parameter:"
                    + " 'client_assertion' or 'client_secret'.");
        }
        Optional<AppCredentials.Refused> refused = apps.check(client, form);
        if (refused.isPresent()) {
            return error("invalid_client", refused.get().code(), refused.get().message());
        }
        String audience = form.getOrDefault("resource", audience(form.getOrDefault("scope", "")));
        if (audience.isEmpty()) {
            return error("invalid_scope", 70011, "The provided value for the input parameter 'scope' is not valid.");
        }
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

    private static Map<String, String> form(String body) {
        Map<String, String> form = new LinkedHashMap<>();
        for (String pair : List.of(body.split("&"))) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                form.put(URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return form;
    }
}
