package io.azureccm.common.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A Kubernetes API that answers exactly what a test tells it to, over HTTP, and remembers what it was asked. */
public final class ScriptedApi implements AutoCloseable {
    /** One request as it came in. */
    public record Request(String method, String path, Map<String, String> query, Map<String, String> headers,
            String body) {
        public boolean isWatch() {
            return "true".equals(query.get("watch"));
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    /** What to answer: a whole body, or the lines of a watch as they come. */
    public sealed interface Answer {
        record Body(int code, String json) implements Answer {}

        record Stream(WatchLines lines) implements Answer {}
    }

    /** The lines of one watch, written while it is open. */
    public static final class WatchLines {
        private static final String END = "END";
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        public WatchLines send(String type, String objectJson) {
            lines.add("{\"type\":\"" + type + "\",\"object\":" + objectJson + "}\n");
            return this;
        }

        public WatchLines sendRaw(String text) {
            lines.add(text);
            return this;
        }

        public WatchLines end() {
            lines.add(END);
            return this;
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Function<Request, Answer> script = request -> status(404, "not scripted: " + request);

    public ScriptedApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public void answer(Function<Request, Answer> newScript) {
        script = newScript;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public KubeSettings settings() {
        return KubeSettings.defaults("test")
                .withMaster(url())
                .withLimits(1000, 1000)
                .withRequestTimeout(Duration.ofMinutes(1));
    }

    public KubernetesClient client() {
        return KubeClients.open(settings());
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    public static Answer json(String body) {
        return new Answer.Body(200, body);
    }

    public static Answer status(int code, String message) {
        return new Answer.Body(code, statusJson(code, message));
    }

    public static String statusJson(int code, String message) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":" + code + ",\"message\":\""
                + message
                + "\"}";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Request request = new Request(exchange.getRequestMethod(), exchange.getRequestURI().getPath(),
                    query(exchange.getRequestURI().getRawQuery()),
                    exchange.getRequestHeaders()
                            .entrySet()
                            .stream()
                            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().getFirst())),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            requests.add(request);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            switch (script.apply(request)) {
                case Answer.Body(int code, String json) -> {
                    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(code, bytes.length);
                    exchange.getResponseBody().write(bytes);
                }
                case Answer.Stream(WatchLines lines) -> stream(exchange, lines);
            }
        }
    }

    private static void stream(HttpExchange exchange, WatchLines lines) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        out.flush();
        try {
            String line;
            while (!(line = lines.lines.take()).equals(WatchLines.END)) {
                out.write(line.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> query(String raw) {
        if (raw == null)
            return Map.of();
        return Arrays.stream(raw.split("&"))
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(each -> each[0], each -> URLDecoder.decode(each[1], StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
