package io.azureccm.e2e.suite.apps.observe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** Takes spans in the JSON of Zipkin, as a collector does, and keeps them. */
record SpanCollector(HttpServer server, Queue<JsonNode> spans) implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    static SpanCollector start() throws IOException {
        Queue<JsonNode> spans = new ConcurrentLinkedQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v2/spans", exchange -> {
            JSON.readTree(exchange.getRequestBody().readAllBytes()).forEach(spans::add);
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        server.start();
        return new SpanCollector(server, spans);
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/api/v2/spans";
    }

    List<JsonNode> named(String name) {
        return all(span -> span.path("name").asText().equals(name));
    }

    /** Those directly below a span. */
    List<JsonNode> below(JsonNode span) {
        return all(each -> each.path("parentId").asText().equals(span.path("id").asText())
                && each.path("traceId").equals(span.path("traceId")));
    }

    static String tag(JsonNode span, String tag) {
        return span.path("tags").path(tag).asText();
    }

    private List<JsonNode> all(Predicate<JsonNode> wanted) {
        return spans.stream().filter(wanted).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
