package io.azureccm.e2e.azure.tokens;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Optional;

/** Tokens of managed identities: the App Service endpoint and the instance metadata service. */
public final class ManagedIdentityRoutes {
    private static final String SYSTEM = "00000000-0000-0000-0000-00000000511d";

    private final Tokens tokens;
    private final SimClock clock;

    public ManagedIdentityRoutes(Tokens tokens, SimClock clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    public Optional<Route> route(ArmRequest request) {
        return switch (request.path()) {
            case "/msi/token" -> Optional.of(new Route(Route.Kind.TOKEN, "GET", "token", request.path(),
                    visit -> () -> appService(visit.request())));
            case "/metadata/identity/oauth2/token" -> Optional.of(new Route(Route.Kind.TOKEN, "GET", "token",
                    request.path(), visit -> () -> instanceMetadata(visit.request())));
            default -> Optional.empty();
        };
    }

    private ArmResponse appService(ArmRequest request) {
        if (request.header("X-IDENTITY-HEADER").isEmpty())
            return refuse(401, "unauthorized", "The X-IDENTITY-HEADER header is missing.");
        return answer(request);
    }

    private ArmResponse instanceMetadata(ArmRequest request) {
        if (request.header("Metadata").filter("true"::equalsIgnoreCase).isEmpty()
                || request.header("X-Forwarded-For").isPresent())
            return refuse(400, "invalid_request", "Required metadata header not specified");
        return answer(request);
    }

    private ArmResponse answer(ArmRequest request) {
        Optional<String> resource = request.parameter("resource").filter(text -> !text.isBlank());
        if (resource.isEmpty())
            return refuse(400, "invalid_request", "Required query variable 'resource' is missing");
        String client = request.parameter("client_id")
                .or(() -> request.parameter("object_id"))
                .or(() -> request.parameter("principal_id"))
                .or(() -> request.parameter("mi_res_id"))
                .or(() -> request.parameter("msi_res_id"))
                .orElse(SYSTEM);
        long expires = clock.now().getEpochSecond() + Tokens.LIFE.toSeconds();
        String token = tokens.issue(new Tokens.Subject("simulated-tenant", client), resource.get(),
                request.base() + "/simulated-tenant/", Tokens.LIFE);
        ObjectNode body = Json.object()
                .put("access_token", token)
                .put("client_id", client)
                .put("expires_in", Long.toString(Tokens.LIFE.toSeconds()))
                .put("expires_on", Long.toString(expires))
                .put("ext_expires_in", Long.toString(Tokens.LIFE.toSeconds()))
                .put("not_before", Long.toString(expires - Tokens.LIFE.toSeconds()))
                .put("resource", resource.get())
                .put("token_type", "Bearer");
        return ArmResponse.json(200, body);
    }

    private static ArmResponse refuse(int status, String error, String message) {
        return ArmResponse.json(status, Json.object().put("error", error).put("error_description", message));
    }
}
