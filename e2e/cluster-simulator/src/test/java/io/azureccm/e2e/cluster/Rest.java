package io.azureccm.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import io.azureccm.e2e.cluster.json.Json;

/** A plain HTTP client of the simulated API, for tests of codes and bodies. Bodies are written as YAML flow. */
final class Rest implements AutoCloseable {
    static final String MERGE = "application/merge-patch+json";
    static final String STRATEGIC = "application/strategic-merge-patch+json";
    static final String JSON_PATCH = "application/json-patch+json";
    static final String APPLY = "application/apply-patch+yaml";
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    /** The thread that opens a watch must not read it, because it may never end. */
    private static final Executor READERS = reader -> Thread.ofVirtual().name("watch").start(reader);

    private final String url;

    Rest(ClusterSimulator cluster) {
        this.url = cluster.url();
    }

    /** A response: code, tree (plain text as one string), headers. */
    record Answer(int code, JsonNode body, HttpResponse<?> raw) {
        String text(String pointer) {
            return body.at(pointer).asText();
        }

        List<String> names() {
            List<String> names = new ArrayList<>();
            body.get("items").forEach(item -> names.add(item.at("/metadata/name").asText()));
            return names;
        }
    }

    Answer get(String path, String... headers) {
        return send("GET", path, null, null, headers);
    }

    Answer post(String path, String yaml) {
        return send("POST", path, "application/json", json(yaml));
    }

    Answer put(String path, JsonNode body) {
        return send("PUT", path, "application/json", Json.bytes(body));
    }

    Answer patch(String path, String type, String yaml) {
        return send("PATCH", path, type, json(yaml));
    }

    Answer delete(String path) {
        return send("DELETE", path, null, null);
    }

    Answer delete(String path, String options) {
        return send("DELETE", path, "application/json", json(options));
    }

    Answer send(String method, String path, String type, byte[] body, String... headers) {
        try {
            HttpResponse<byte[]> response = http.send(request(method, path, type, body, headers),
                    HttpResponse.BodyHandlers.ofByteArray());
            boolean json = response.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
            JsonNode tree = json
                    ? Json.parse(response.body())
                    : TextNode.valueOf(new String(response.body(), StandardCharsets.UTF_8));
            return new Answer(response.statusCode(), tree, response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest request(String method, String path, String type, byte[] body, String... headers) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url + path.replace(" ", "%20")));
        builder.method(method,
                body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body));
        if (type != null)
            builder.header("Content-Type", type);
        for (int i = 0; i < headers.length; i += 2)
            builder.header(headers[i], headers[i + 1]);
        return builder.build();
    }

    private static byte[] json(String yaml) {
        try {
            return Json.bytes(Json.parseYaml(yaml.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a watch; its events can be read one by one. */
    Watch watch(String path, String... headers) {
        Watch watch = new Watch();
        http.sendAsync(request("GET", path, null, null, headers), HttpResponse.BodyHandlers.ofLines())
                .whenCompleteAsync((response, error) -> {
                    if (error == null)
                        watch.read(response.body());
                    else
                        watch.events.add(Watch.BROKEN);
                }, READERS);
        return watch;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    /** A watch in progress. */
    static final class Watch {
        private static final ObjectNode BROKEN = Json.object().put("type", "BROKEN");
        private static final ObjectNode END = Json.object().put("type", "END");
        private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();

        private void read(Stream<String> lines) {
            try (lines) {
                lines.forEach(line -> events.add(Json.parse(line)));
            } catch (UncheckedIOException e) {
                events.add(BROKEN);
            }
            events.add(END);
        }

        /** The next event, or one of type END if the stream has ended. */
        JsonNode next() {
            try {
                JsonNode event = events.poll(2, TimeUnit.MINUTES);
                if (event == null)
                    throw new AssertionError("no event came");
                return event;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The next event as {@code TYPE name}. */
        String nextName() {
            JsonNode event = next();
            return (event.get("type").asText() + " " + event.at("/object/metadata/name").asText()).strip();
        }
    }
}
