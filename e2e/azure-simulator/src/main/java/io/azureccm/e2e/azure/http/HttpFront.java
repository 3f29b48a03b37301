package io.azureccm.e2e.azure.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.azureccm.e2e.azure.http.Reply.Delivery;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A listening port, plain or TLS, with one virtual thread per request. */
public final class HttpFront implements AutoCloseable {
    private static final byte[] BLANKS = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    static {
        // Otherwise the JDK's server waits 40 ms between head and body of some responses.
        if (System.getProperty(NO_DELAY) == null)
            System.setProperty(NO_DELAY, "true");
        if (System.getProperty("sun.net.httpserver.maxIdleConnections") == null)
            System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String scheme;

    /** Listens on all addresses, with TLS if there is an authority; port 0 selects a free one. */
    public HttpFront(int port, Optional<CertificateAuthority> authority, Function<ArmRequest, Reply> handler) {
        scheme = authority.isPresent() ? "https" : "http";
        server = open(new InetSocketAddress(port), authority);
        server.createContext("/", exchange -> serve(exchange, handler));
        server.setExecutor(threads);
        server.start();
    }

    private static HttpServer open(InetSocketAddress address, Optional<CertificateAuthority> authority) {
        try {
            if (authority.isEmpty())
                return HttpServer.create(address, 0);
            HttpsServer https = HttpsServer.create(address, 0);
            https.setHttpsConfigurator(new HttpsConfigurator(authority.get().context()));
            return https;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + address.getPort(), e);
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange, Function<ArmRequest, Reply> handler) throws IOException {
        try (exchange) {
            Reply reply = handler.apply(request(exchange));
            // Closing the exchange before anything was sent closes the connection.
            if (reply.delivery() != Delivery.NONE)
                send(exchange, reply);
        }
    }

    private ArmRequest request(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
        byte[] body = exchange.getRequestBody().readAllBytes();
        String host = headers.getOrDefault("host", "localhost:" + port());
        return request(exchange.getRequestMethod(), exchange.getRequestURI(), headers, body, scheme + "://" + host);
    }

    /** A request with decoded path and query; header names are in lower case. */
    public static ArmRequest request(String method, URI target, Map<String, String> headers, byte[] body, String base) {
        return new ArmRequest(method, target.getPath(), query(target.getRawQuery()), headers, body, base);
    }

    /** The parameters of a query or a form, decoded. */
    public static Map<String, String> query(String raw) {
        Map<String, String> query = new LinkedHashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&")) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                query.put(URLDecoder.decode(name, StandardCharsets.UTF_8),
                        URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
        }
        return query;
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        ArmResponse response = reply.response();
        boolean padded = reply.delivery() == Delivery.PADDED;
        response.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        if (!padded && (response.body().length == 0 || response.status() == 204
                || exchange.getRequestMethod().equals("HEAD"))) {
            exchange.sendResponseHeaders(response.status(), -1);
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", response.contentType());
        // A padded body comes in chunks, without announcing its length.
        exchange.sendResponseHeaders(response.status(), padded ? 0 : response.body().length);
        OutputStream out = exchange.getResponseBody();
        for (long left = reply.bytes(); left > 0; left -= BLANKS.length)
            out.write(BLANKS, 0, (int) Math.min(left, BLANKS.length));
        boolean half = reply.delivery() == Delivery.HALF;
        out.write(response.body(), 0, half ? response.body().length / 2 : response.body().length);
        if (half)
            out.flush();
        else
            out.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
