package io.azureccm.e2e.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/** A plain client of the simulator's HTTP port: paths below one resource group, JSON in and out. */
public final class ArmTestClient {
    public static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000001";
    public static final String GROUP = ResourceId.groupId(SUBSCRIPTION, "k8s");
    public static final String NETWORK = GROUP + "/providers/Microsoft.Network/";
    public static final String COMPUTE = GROUP + "/providers/Microsoft.Compute/";
    static final String VERSION = "api-version=2025-05-01";

    private final HttpClient client = HttpClient.newHttpClient();
    private final AzureSimulator simulator;

    public ArmTestClient(AzureSimulator simulator) {
        this.simulator = simulator;
    }

    /** Status, headers and body of a response. */
    public record Reply(int status, HttpResponse<String> raw) {
        public JsonNode json() {
            return raw.body().isEmpty() ? Json.object() : Json.parse(raw.body());
        }

        public String code() {
            return Json.textOr(json(), "", "error", "code");
        }

        public String message() {
            return Json.textOr(json(), "", "error", "message");
        }

        public String header(String name) {
            return raw.headers().firstValue(name).orElse("");
        }
    }

    public Reply get(String path) {
        return send("GET", path, "");
    }

    public Reply put(String path, String body) {
        return send("PUT", path, body);
    }

    public Reply put(String path, JsonNode body) {
        return send("PUT", path, body.toString());
    }

    public Reply delete(String path) {
        return send("DELETE", path, "");
    }

    public Reply send(String method, String path, String body, String... headers) {
        try {
            return reply(client.send(request(method, path, body, headers), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public CompletableFuture<Reply> sendLater(String method, String path, String body) {
        return client.sendAsync(request(method, path, body), HttpResponse.BodyHandlers.ofString())
                .thenApply(ArmTestClient::reply);
    }

    private static Reply reply(HttpResponse<String> response) {
        return new Reply(response.statusCode(), response);
    }

    private HttpRequest request(String method, String path, String body, String... headers) {
        String url = path.startsWith("http") ? path : simulator.httpUrl() + path;
        boolean versioned = url.contains("api-version") || !url.contains("/subscriptions");
        HttpRequest.Builder request = HttpRequest
                .newBuilder(URI.create(versioned ? url : url + (url.contains("?") ? "&" : "?") + VERSION))
                .header("Authorization", "Bearer " + simulator.token())
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0)
            request.headers(headers);
        return request.build();
    }

    public static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text.replace('\'', '"'));
    }
}
