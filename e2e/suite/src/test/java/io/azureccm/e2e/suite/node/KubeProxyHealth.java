package io.azureccm.e2e.suite.node;

import com.sun.net.httpserver.HttpServer;
import io.azureccm.e2e.suite.harness.SteadyState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The health port of a kube-proxy, which says 200 until it is told otherwise, and the probes of a load balancer. */
final class KubeProxyHealth implements AutoCloseable {
    private final HttpServer server;
    private volatile int status = 200;

    KubeProxyHealth() throws IOException {
        server = HttpServer.create(new InetSocketAddress(0), 16);
        server.createContext("/healthz", exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    void say(int status) {
        this.status = status;
    }

    /** The first line of the answer to a probe that comes behind {@code header}; "refused" where nobody listens. */
    static String probe(int port, String header) {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            socket.setSoTimeout(Math.toIntExact(SteadyState.BOUND.toMillis()));
            socket.getOutputStream()
                    .write((header + "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
                    .readLine();
        } catch (ConnectException nobody) {
            return "refused";
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
