package io.azureccm.e2e.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests on the wire; the handler responds with what it parsed. */
@Timeout(600)
class HttpServerTest {
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = new HttpServer(InetAddress.getLoopbackAddress(), 0, null,
                (request, exchange) -> exchange.send(200, "text/plain",
                        (request.method() + " " + request.segments() + " " + request.query() + " "
                                + new String(request.body(), StandardCharsets.UTF_8))
                                .getBytes(StandardCharsets.UTF_8)));
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Everything the server sends until it closes the connection. */
    private String talk(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void oneConnectionServesSeveralRequests() throws IOException {
        String answer = talk(
                "GET /a HTTP/1.1\nHost: x\n\nGET /b HTTP/1.1\nConnection: close\n\nGET /never HTTP/1.1\n\n");
        assertThat(answer).contains("GET [a]").contains("GET [b]").doesNotContain("never");
    }

    @Test
    void bodiesComeWithLengthInChunksOrAfterPermission() throws IOException {
        assertThat(talk("POST /a HTTP/1.1\nContent-Length: 5\n\nhello")).endsWith("POST [a] {} hello");
        assertThat(talk("POST /a HTTP/1.1\nTransfer-Encoding: chunked\n\n3\nhel\n2;x=y\nlo\n0\n\n"))
                .endsWith("POST [a] {} hello");
        assertThat(talk("PUT /a HTTP/1.1\nExpect: 100-continue\nContent-Length: 2\n\nhi"))
                .startsWith("HTTP/1.1 100 Continue")
                .endsWith("PUT [a] {} hi");
    }

    @Test
    void pathsAndQueriesAreDecoded() throws IOException {
        assertThat(talk("GET /a%2Fb/c+d?x=1%202&y=a+b&x=3&flag HTTP/1.1\n\n"))
                .contains("[a/b, c+d] {x=[1 2, 3], y=[a b], flag=[]}");
    }

    @Test
    void headHasNoBody() throws IOException {
        assertThat(talk("HEAD /a HTTP/1.1\n\n")).startsWith("HTTP/1.1 200 OK")
                .contains("Content-Length: 12")
                .endsWith("\r\n\r\n");
    }

    @Test
    void nonsenseEndsTheConnection() throws IOException {
        assertThat(talk("nonsense\n\n")).isEmpty();
        assertThat(talk("POST /a HTTP/1.1\nContent-Length: many\n\n")).isEmpty();
        assertThat(talk("POST /a HTTP/1.1\nContent-Length: 9\n\nshort")).isEmpty();
    }
}
