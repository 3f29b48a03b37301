package io.azureccm.common.kube.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.azureccm.common.core.PrintableText;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Single requests to the Kubernetes API, with one HTTP call each (the typed client reads an object before it patches it).
 * Paths are relative to the server, such as {@code api/v1/nodes/n}. An unsuccessful response is thrown as
 * {@link KubernetesClientException} with its code; code 0 means that there was no response.
 */
public final class ApiRequests implements ObjectRequests {
    public static final String STRATEGIC_MERGE = "application/strategic-merge-patch+json";
    public static final String MERGE = "application/merge-patch+json";
    private static final String JSON_TYPE = "application/json";
    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNameLength(Integer.MAX_VALUE).build())
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final KubernetesClient client;
    private final Optional<Supplier<Optional<String>>> fence;
    private final long timeout;
    private final long maxWait;

    public ApiRequests(KubernetesClient client) {
        this(client, Optional.empty(), client.getConfiguration().getRequestTimeout(), maxWait(client));
    }

    private ApiRequests(KubernetesClient client, Optional<Supplier<Optional<String>>> fence, long timeout,
            long maxWait) {
        this.client = client;
        this.fence = fence;
        this.timeout = timeout;
        this.maxWait = maxWait;
    }

    /**
     * The same for writes of a leader. A write for which {@code fence} has a reason when it would go out is not sent, but
     * thrown as {@link WriteRefused}. Even an interrupted thread waits for a write that was sent: the write may take effect in
     * any case, and nothing may be released before it has.
     */
    public ApiRequests fenced(Supplier<Optional<String>> fence) {
        return new ApiRequests(client, Optional.of(fence), timeout, maxWait);
    }

    /** The same, but a request with all its retries is given up after this time. */
    public ApiRequests within(Duration limit) {
        return new ApiRequests(client, fence, limit.toMillis(), limit.toMillis());
    }

    @Override
    public JsonNode get(String path) {
        return send(request(path));
    }

    public JsonNode post(String path, JsonNode body) {
        return send(request(path).method("POST", JSON_TYPE, body.toString()));
    }

    public JsonNode put(String path, JsonNode body) {
        return send(request(path).method("PUT", JSON_TYPE, body.toString()));
    }

    @Override
    public JsonNode delete(String path, JsonNode options) {
        return send(request(path).method("DELETE", JSON_TYPE, options.toString()));
    }

    /** Sends a patch of the given content type, {@link #STRATEGIC_MERGE} or {@link #MERGE}. */
    @Override
    public JsonNode patch(String path, String type, JsonNode patch) {
        return send(request(path).method("PATCH", type, patch.toString()));
    }

    /** The JSON form of one of the client's model objects. */
    public static JsonNode toJson(Object model) {
        return JSON.valueToTree(model);
    }

    public static <T> T fromJson(JsonNode json, Class<T> type) {
        try {
            return JSON.treeToValue(json, type);
        } catch (JsonProcessingException e) {
            throw new KubernetesClientException(
                    "the response is not " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(client.getMasterUrl() + path)
                .header("Accept", JSON_TYPE)
                .timeout(timeout, TimeUnit.MILLISECONDS);
    }

    private JsonNode send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        Optional<SendFence> asked = fence.filter(unused -> !request.method().equals("GET")).map(SendFence::new);
        CompletableFuture<HttpResponse<byte[]>> call = http(asked).sendAsync(request, byte[].class);
        asked.ifPresent(each -> each.guard(call));
        try {
            HttpResponse<byte[]> response = asked.isPresent()
                    ? through(call)
                    : call.get(maxWait, TimeUnit.MILLISECONDS);
            JsonNode body = parse(response.body());
            if (!response.isSuccessful()) {
                String message = PrintableText.of(
                        body.path("message").asText(new String(response.body(), StandardCharsets.UTF_8)),
                        PrintableText.MESSAGE);
                throw new KubernetesClientException(message.isBlank() ? "no message" : message, response.code(), null);
            }
            return body;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WriteRefused refused)
                throw refused;
            throw noAnswer(request, e.getCause());
        } catch (TimeoutException e) {
            call.cancel(true);
            throw noAnswer(request, e);
        } catch (InterruptedException e) {
            call.cancel(true);
            Thread.currentThread().interrupt();
            throw noAnswer(request, e);
        }
    }

    private HttpClient http(Optional<SendFence> asked) {
        HttpClient http = client.getHttpClient();
        return asked.map(each -> http.newBuilder().tag(each).build()).orElse(http);
    }

    private HttpResponse<byte[]> through(CompletableFuture<HttpResponse<byte[]>> call)
            throws ExecutionException, TimeoutException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(maxWait);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return call.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException stop) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted)
                Thread.currentThread().interrupt();
        }
    }

    /** The timeout of the request ends with its headers; a body that never ends is given up a little later. */
    private static long maxWait(KubernetesClient client) {
        int retries = Math.max(0, client.getConfiguration().getRequestRetryBackoffLimit());
        return (client.getConfiguration().getRequestTimeout() + 1000L) * (retries + 1);
    }

    private static KubernetesClientException noAnswer(HttpRequest request, Throwable cause) {
        return new KubernetesClientException(request.method() + " " + request.uri().getPath() + ": " + cause, cause);
    }

    /** The body of a response as JSON; missing if it is none. */
    public static JsonNode parse(byte[] body) {
        try {
            JsonNode json = JSON.readTree(body);
            return json == null ? JSON.missingNode() : json;
        } catch (IOException notJson) {
            return JSON.missingNode();
        }
    }
}
