package io.azureccm.e2e.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.ResourceVerbs.Written;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.api.forward.PortForward;
import io.azureccm.e2e.cluster.http.HttpExchange;
import io.azureccm.e2e.cluster.http.HttpHandler;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Routes each request: health, discovery, reviews, resources; converts every error into a Status. */
public record ApiServer(ApiParts parts) implements HttpHandler {
    private static final String JSON = "application/json";
    private static final Set<String> HEALTH = Set.of("healthz", "livez", "readyz");

    @Override
    public void handle(HttpRequest http, HttpExchange exchange) throws IOException, InterruptedException {
        try {
            dispatch(http, exchange);
        } catch (ApiError e) {
            answer(http, exchange, e.code(), e.status());
        } catch (RuntimeException e) {
            System.err.println("cluster simulator: " + http.method() + " " + http.path() + " failed");
            e.printStackTrace(System.err);
            ApiError error = ApiError.internal(String.valueOf(e));
            answer(http, exchange, error.code(), error.status());
        }
    }

    private void dispatch(HttpRequest http, HttpExchange exchange) throws IOException, InterruptedException {
        List<String> path = http.segments();
        if (!path.isEmpty() && HEALTH.contains(path.getFirst())) {
            parts.faults().beforeHealth(exchange);
            if (!exchange.answered())
                exchange.send(200, "text/plain; charset=utf-8", "ok".getBytes(StandardCharsets.UTF_8));
            return;
        }
        Optional<ResourceCall> call = ResourceCall.parse(http, parts.catalog());
        Caller caller = parts.access().authenticate(http);
        call.ifPresent(parts.log()::note);
        parts.faults().before(call.orElse(null), exchange);
        if (exchange.answered())
            return;
        if (call.isPresent() && !isDiscovery(path)) {
            parts.access().authorize(caller, call.get());
            if (Reviews.covers(call.get()))
                answer(http, exchange, 201, parts.reviews().answer(call.get(), caller));
            else if (PortForward.covers(call.get()))
                PortForward.serve(http, parts.resources().get(call.get()), exchange);
            else
                resource(call.get(), exchange);
            return;
        }
        Optional<ObjectNode> document = new Discovery(parts.catalog())
                .answer(path, http.header("host"))
                .or(() -> new OpenApi(parts.catalog(), parts.resources().types()).answer(path));
        answer(http, exchange, 200, document.orElseThrow(ApiError::unknownPath));
    }

    private static boolean isDiscovery(List<String> path) {
        return path.size() <= 2 || path.getFirst().equals("apis") && path.size() == 3;
    }

    private void resource(ResourceCall call, HttpExchange exchange) throws IOException, InterruptedException {
        if (call.verb().equals("watch")) {
            parts.watches().serve(call, exchange);
            return;
        }
        Written answer = parts.resources().answer(call);
        answer(call.http(), exchange, answer.created() ? 201 : 200, answer.object());
    }

    private static void answer(HttpRequest http, HttpExchange exchange, int code, JsonNode body) throws IOException {
        http.warnings().forEach(exchange::warn);
        if (!exchange.answered())
            exchange.send(code, JSON, Json.bytes(body));
    }
}
