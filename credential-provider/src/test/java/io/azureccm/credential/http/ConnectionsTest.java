package io.azureccm.credential.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import io.azureccm.credential.standin.Authority;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections without a proxy, and through proxies that differ from the stand-in. */
@Timeout(60)
class ConnectionsTest {
    private static final Authority AUTHORITY = new Authority();
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @TempDir
    Path folder;
    private final List<ServerSocket> servers = new ArrayList<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Long> pauses = new ArrayList<>();

    private interface Session {
        void serve(Socket socket) throws IOException;
    }

    @AfterEach
    void stop() throws IOException {
        for (ServerSocket server : servers)
            server.close();
    }

    private int serve(ServerSocket server, Session session) {
        servers.add(server);
        Thread.ofPlatform().daemon().start(() -> {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    session.serve(socket);
                } catch (IOException refused) {
                    // closed by the client, or the server is closing
                }
            }
        });
        return server.getLocalPort();
    }

    private static ServerSocket plain() throws IOException {
        return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    private static SSLServerSocket secure(String name, String... groups) throws IOException {
        SSLServerSocket server = (SSLServerSocket) AUTHORITY.server(name)
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        if (groups.length > 0) {
            SSLParameters parameters = server.getSSLParameters();
            parameters.setNamedGroups(groups);
            server.setSSLParameters(parameters);
        }
        return server;
    }

    private Http http(Map<String, String> environment) {
        return new Http(Connections.through(new ProxySettings(environment), Trust.ofSystem(environment)),
                Deadline.in(Duration.ofSeconds(45)), pauses::add,
                new Log(new PrintStream(new ByteArrayOutputStream()), 0), "test");
    }

    private Map<String, String> trusting() {
        AUTHORITY.write(folder.resolve("ca.pem"));
        return Map.of("SSL_CERT_FILE", "/none", "SSL_CERT_DIR", folder.toString());
    }

    private static HttpRequest get(String url) {
        return HttpRequest.get(URI.create(url), Map.of());
    }

    private void answer(Socket socket, String answer) throws IOException {
        heads.add(head(socket.getInputStream()));
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0)
                throw new IOException("no request");
            head.append((char) b);
        }
        return head.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x25519", "secp256r1", "secp384r1"})
    void aServerIsAskedDirectlyWhateverKeysItTakes(String group) throws IOException {
        int port = serve(secure("localhost", group), socket -> answer(socket, OK));

        HttpResponse response = http(trusting()).send(get("https://localhost:" + port + "/a?b=c"), RetryRule.USUAL);

        assertThat(response.text()).isEqualTo("ok");
        assertThat(heads).singleElement()
                .asString()
                .startsWith("GET /a?b=c HTTP/1.1\r\nHost: localhost:" + port + "\r\n");
        assertThat(pauses).isEmpty();
    }

    @Test
    void aCertificateForAnotherNameIsNotTrustedAndNotTriedAgain() throws IOException {
        int port = serve(secure("other.test"), socket -> answer(socket, OK));

        assertThatThrownBy(() -> http(trusting()).send(get("https://localhost:" + port + "/"), RetryRule.USUAL))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("its certificate is not trusted");
        assertThat(heads).isEmpty();
        assertThat(pauses).isEmpty();
    }

    @Test
    void aConnectionThatWasClosedMeanwhileIsMadeAnew() throws IOException {
        int port = serve(plain(), socket -> answer(socket, OK));
        Http http = http(Map.of());

        for (int i = 0; i < 3; i++)
            assertThat(http.send(get("http://127.0.0.1:" + port + "/"), RetryRule.USUAL).text()).isEqualTo("ok");
        assertThat(heads).hasSize(3);
        assertThat(pauses).isEmpty();
    }

    @Test
    void aConnectionIsUsedAgain() throws IOException {
        int port = serve(plain(), socket -> {
            answer(socket, OK);
            answer(socket, OK.replace("ok", "2n"));
        });
        Http http = http(Map.of());

        assertThat(http.send(get("http://127.0.0.1:" + port + "/"), RetryRule.USUAL).text()).isEqualTo("ok");
        assertThat(http.send(get("http://127.0.0.1:" + port + "/"), RetryRule.USUAL).text()).isEqualTo("2n");
    }

    @Test
    void aProxyIsToldUserAndPassword() throws IOException {
        int port = serve(plain(), socket -> answer(socket, OK));

        http(Map.of("HTTP_PROXY", "http://user:p%40ss+word@127.0.0.1:" + port)).send(get("http://azure.test/x"),
                RetryRule.USUAL);

        assertThat(heads.getFirst()).startsWith("GET http://azure.test/x HTTP/1.1\r\n")
                .contains("\r\nProxy-Authorization: Basic dXNlcjpwQHNzK3dvcmQ=\r\n");
    }

    @Test
    void aProxyMayBeAskedOverTls() throws IOException {
        int port = serve(secure("localhost"), socket -> answer(socket, OK));

        http(Map.of("SSL_CERT_FILE", AUTHORITY.write(folder.resolve("ca.pem")).toString(), "HTTP_PROXY",
                "https://localhost:" + port))
                .send(get("http://azure.test/x"), RetryRule.USUAL);

        assertThat(heads.getFirst()).startsWith("GET http://azure.test/x HTTP/1.1\r\n");
    }

    @Test
    void aProxyThatRefusesIsNotAskedAgain() throws IOException {
        int port = serve(plain(), socket -> answer(socket, "HTTP/1.1 407 who are you\r\n\r\n"));

        assertThatThrownBy(() -> http(Map.of("HTTPS_PROXY", "127.0.0.1:" + port)).send(get("https://azure.test/x"),
                RetryRule.USUAL))
                .hasMessage("cannot reach https://azure.test/x through the proxy 127.0.0.1:" + port
                        + ": the proxy answered with status 407");
        assertThat(heads).singleElement().asString().startsWith("CONNECT azure.test:443 HTTP/1.1\r\n");
    }

    @Test
    void aSocksProxyLooksTheNameUpItself() throws IOException {
        List<String> targets = new CopyOnWriteArrayList<>();
        int port = serve(plain(), socket -> {
            InputStream in = socket.getInputStream();
            in.readNBytes(1);
            in.readNBytes(in.read());
            socket.getOutputStream().write(new byte[]{5, 0});
            assertThat(in.readNBytes(4)).containsExactly(5, 1, 0, 3);
            targets.add(new String(in.readNBytes(in.read()), StandardCharsets.US_ASCII));
            in.readNBytes(2);
            socket.getOutputStream().write(new byte[]{5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
            answer(socket, OK);
        });

        assertThat(http(Map.of("HTTP_PROXY", "socks5://127.0.0.1:" + port))
                .send(get("http://azure.test/x"), RetryRule.USUAL)
                .text())
                .isEqualTo("ok");
        assertThat(targets).containsExactly("azure.test");
        assertThat(heads.getFirst()).startsWith("GET /x HTTP/1.1\r\n");
    }

    @Test
    void aServerThatIsNotThereIsTriedAgain() throws IOException {
        try (Socket silent = new Socket()) {
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String url = "http://127.0.0.1:" + silent.getLocalPort() + "/";

            assertThatThrownBy(() -> http(Map.of()).send(get(url), RetryRule.USUAL))
                    .hasMessageEndingWith("connection refused or no route, after 4 tries");
        }
        assertThat(pauses).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\nx", "HTTP/1.1 20x\r\n\r\n",
            "SSH-2.0-server\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"})
    void anAnswerThatIsNoHttpIsAnError(String answer) throws IOException {
        int port = serve(plain(), socket -> answer(socket, answer));

        assertThatThrownBy(() -> http(Map.of()).send(get("http://127.0.0.1:" + port + "/"), RetryRule.USUAL))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("cannot reach http://127.0.0.1:" + port + "/: ");
    }

    @Test
    void anEndlessAnswerIsCut() throws IOException {
        int port = serve(plain(), socket -> {
            answer(socket, "HTTP/1.1 200 OK\r\n\r\n");
            byte[] megabyte = new byte[1024 * 1024];
            for (int i = 0; i < 20; i++)
                socket.getOutputStream().write(megabyte);
        });

        assertThatThrownBy(() -> http(Map.of()).send(get("http://127.0.0.1:" + port + "/"), RetryRule.USUAL))
                .hasMessageContaining("the answer is longer than 10 MiB");
    }
}
