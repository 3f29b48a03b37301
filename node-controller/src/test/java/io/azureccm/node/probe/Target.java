package io.azureccm.node.probe;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The health port of a kube-proxy: responds to every request with one status, and records it. */
final class Target implements AutoCloseable {
    record Request(String line, Headers headers, String body) {
        List<String> all(String name) {
            return headers.getOrDefault(name, List.of());
        }
    }

    final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    volatile int status = 200;
    volatile String body = "{\"nodeEligible\":true}";
    private final HttpServer server;

    Target() throws IOException {
        this(0);
    }

    Target(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 64);
        server.createContext("/", exchange -> {
            String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(new Request(exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                    exchange.getRequestHeaders(), sent));
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            boolean empty = exchange.getRequestMethod().equals("HEAD") || status == 204;
            exchange.getResponseHeaders().add("X-Target", "kube-proxy");
            exchange.sendResponseHeaders(status, empty ? -1 : bytes.length > 1000 ? 0 : bytes.length);
            if (!empty) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(bytes);
                }
            }
            exchange.close();
        });
        server.setExecutor(runnable -> Thread.ofVirtual().start(runnable));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
