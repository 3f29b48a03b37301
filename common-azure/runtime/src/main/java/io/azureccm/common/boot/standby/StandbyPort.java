package io.azureccm.common.boot.standby;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.azureccm.common.boot.standby.StandbyPages.Page;
import io.azureccm.common.serve.CipherSuites;
import io.azureccm.common.serve.Credentials;
import io.azureccm.common.serve.TokenAccess;
import io.azureccm.common.serve.tls.SelfSigned;
import io.azureccm.common.serve.tls.ServerKeys;
import io.azureccm.common.serve.tls.ServerTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * The ports of a light standby, which are those of the app: the one over TLS with its access control, and the one for
 * probes. Limits of connections and times are properties of the JDK's server.
 */
record StandbyPort(StandbyPages pages, TokenAccess access) {
    /** {@code now} is the start of the validity of a self-signed certificate. */
    void open(StandbyTask.Port port, Instant now) throws IOException {
        if (port.probes().port() != 0) {
            InetAddress address = InetAddress.ofLiteral(port.probes().address());
            start(HttpServer.create(new InetSocketAddress(address, port.probes().port()), 0), true);
        }
        if (port.port() != 0) {
            HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName(port.address()),
                    port.port()), 0);
            server.setHttpsConfigurator(tls(context(port, now), port));
            start(server, false);
        }
    }

    private void start(HttpServer server, boolean probesOnly) {
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange, probesOnly);
            }
        });
        // A client that is slow to send occupies a thread until the server's time limit: there must be others.
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    private static SSLContext context(StandbyTask.Port port, Instant now) {
        return ServerTls.context(port.certificate().isEmpty()
                ? ServerKeys.of(SelfSigned.create(List.of(InetAddress.ofLiteral("127.0.0.1")), now))
                : new ServerKeys(Path.of(port.certificate()), Path.of(port.key())));
    }

    /** Versions and cipher suites, as the flags of the app give them. */
    private static HttpsConfigurator tls(SSLContext context, StandbyTask.Port port) {
        SSLParameters parameters = context.getDefaultSSLParameters();
        parameters.setProtocols(port.protocols().toArray(String[]::new));
        List<String> suites = port.suites().isEmpty() ? CipherSuites.usual(context) : CipherSuites.named(port.suites());
        // Those of TLS 1.3 cannot be chosen.
        List<String> newest = List.of("TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256",
                "TLS_CHACHA20_POLY1305_SHA256");
        parameters.setCipherSuites(Stream.concat(newest.stream(), suites.stream()).distinct().toArray(String[]::new));
        return new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters connection) {
                connection.setSSLParameters(parameters);
            }
        };
    }

    private void answer(HttpExchange exchange, boolean probesOnly) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        Page page = probesOnly
                ? StandbyPages.isProbe(path)
                        ? pages.page(path, false)
                        : Page.of(404, "text/plain", "this port serves health probes only\n")
                : guarded(exchange, path);
        exchange.getResponseHeaders().set("Content-Type", page.type());
        exchange.getResponseHeaders().set("Cache-Control", "no-cache, private");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(page.code(), head ? -1 : page.body().length);
        if (!head)
            exchange.getResponseBody().write(page.body());
    }

    private Page guarded(HttpExchange exchange, String path) {
        Credentials shown = new Credentials(exchange.getRemoteAddress().getAddress().getHostAddress(), List.of(),
                exchange.getRequestHeaders());
        String method = exchange.getRequestMethod();
        if (access.isOpen(path))
            return pages.page(path, access.isKnown(shown, method, path));
        return access.refusal(shown, method, path)
                .map(refusal -> new Page(refusal.code(), "application/json", refusal.body()))
                .orElseGet(() -> pages.page(path, true));
    }
}
