package io.azureccm.node.probe;

import static io.azureccm.node.probe.Headers.PROXY;
import static io.azureccm.node.probe.Headers.addresses;
import static io.azureccm.node.probe.Headers.v2;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a load balancer sees kube-proxy's health through the probe proxy. */
class ProbeProxyTest {
    private static final String PROBE = "GET /healthz HTTP/1.1\r\nHost: 10.0.0.4:10356\r\n"
            + "User-Agent: Load Balancer Agent\r\n\r\n";
    private static final String V1 = "PROXY TCP4 10.1.2.3 10.0.0.4 40000 10356\r\n";

    private Target target;
    private ProbeProxy proxy;
    private int port;

    @BeforeEach
    void start() throws Exception {
        target = new Target();
        proxy = new ProbeProxy(true, 0, target.port(), RunningProxy.PATIENT);
        proxy.start();
        port = RunningProxy.port(proxy);
    }

    @AfterEach
    void stop() {
        proxy.stop();
        target.close();
    }

    @Test
    void aProbeWithoutHeaderIsAnsweredByTheTarget() throws Exception {
        try (Client client = new Client(port)) {
            assertThat(client.send(PROBE).answer()).startsWith("HTTP/1.1 200 OK\r\n")
                    .containsIgnoringCase("X-Target: kube-proxy\r\n")
                    .endsWith("\r\n\r\n{\"nodeEligible\":true}");
        }
        Target.Request request = target.requests.take();
        assertThat(request.line()).isEqualTo("GET /healthz");
        assertThat(request.all("Host")).containsExactly("10.0.0.4:10356");
        assertThat(request.all("User-Agent")).containsExactly("Load Balancer Agent");
        assertThat(request.all("X-Forwarded-For")).containsExactly("127.0.0.1");
    }

    @Test
    void aProbeWithVersionOneIsAnsweredAndNamesTheClient() throws Exception {
        try (Client client = new Client(port)) {
            assertThat(client.send(V1).send(PROBE).answer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(target.requests.take().all("X-Forwarded-For")).containsExactly("10.1.2.3");
    }

    @Test
    void aProbeWithVersionTwoIsAnsweredAndNamesTheClient() throws Exception {
        try (Client client = new Client(port)) {
            client.send(v2(PROXY, 0x21, addresses("2001:db8::1", "fd00::2"), Headers.tlv(0xee, 5)));
            assertThat(client.send(PROBE).answer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(target.requests.take().all("X-Forwarded-For")).containsExactly("2001:db8::1");
    }

    @Test
    void aClientOnIpv6IsServedToo() throws Exception {
        try (Client client = new Client("::1", port)) {
            assertThat(client.send(PROBE).answer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(target.requests.take().all("X-Forwarded-For")).containsExactly("::1");
    }

    @Test
    void addressesOfEarlierProxiesStayInFront() throws Exception {
        try (Client client = new Client(port)) {
            client.send(V1
                    + "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nx-forwarded-for: 192.0.2.2\r\n\r\n")
                    .answer();
        }
        assertThat(target.requests.take().all("X-Forwarded-For")).containsExactly("192.0.2.1, 192.0.2.2, 10.1.2.3");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 404, 503})
    void theStatusIsThatOfTheTarget(int status) throws Exception {
        target.status = status;
        target.body = "{\"nodeEligible\":false}";
        try (Client client = new Client(port)) {
            assertThat(client.send(V1).send(PROBE).answer()).startsWith("HTTP/1.1 " + status + " ")
                    .endsWith(status == 204 ? "\r\n\r\n" : "{\"nodeEligible\":false}");
        }
    }

    @Test
    void aConnectionTakesSeveralRequestsBehindOneHeader() throws Exception {
        try (Client client = new Client(port)) {
            assertThat(client.send(V1).send(PROBE).answer()).startsWith("HTTP/1.1 200 ");
            target.status = 503;
            assertThat(client.send("HEAD /livez HTTP/1.1\r\nHost: b\r\n\r\n").answer()).startsWith("HTTP/1.1 503 ");
            target.status = 200;
            // The third and the fourth in one write.
            client.send("POST /x?y=1 HTTP/1.1\r\nHost: c\r\nContent-Length: 3\r\n\r\nabc" + PROBE);
            assertThat(List.of(client.answer(), client.answer())).allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
        }
        List<Target.Request> requests = List.copyOf(target.requests);
        assertThat(requests).extracting(Target.Request::line)
                .containsExactly("GET /healthz", "HEAD /livez", "POST /x?y=1", "GET /healthz");
        assertThat(requests).allMatch(each -> each.all("X-Forwarded-For").equals(List.of("10.1.2.3")));
        assertThat(requests.get(2).body()).isEqualTo("abc");
    }

    @Test
    void bodiesInChunksGoBothWays() throws Exception {
        target.body = "0123456789".repeat(1000);
        try (Client client = new Client(port)) {
            client.send("PUT /c HTTP/1.1\r\nHost: c\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                    + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n");
            String answer = client.rest();
            assertThat(answer).containsIgnoringCase("Transfer-Encoding: chunked\r\n").contains("Connection: close\r\n");
            assertThat(answer.substring(answer.indexOf("\r\n\r\n"))
                    .replaceAll("(?m)^[0-9a-f]{1,4}\r\n", "")
                    .replace("\r\n", "")).isEqualTo(target.body);
        }
        assertThat(target.requests.take().body()).isEqualTo("abcde");
    }

    @Test
    void trailersAreHandedOnAndEndTheBody() throws Exception {
        PeekableInput in = new PeekableInput(new ByteArrayInputStream(
                Headers.text("3 ;a=b\r\nabc\r\n0\r\nA: 1\r\nB: 2\r\n\r\nGET / HTTP/1.1\r\n")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MessageBody.CHUNKED.relay(in, out);

        assertThat(out.toString(StandardCharsets.ISO_8859_1))
                .isEqualTo("3 ;a=b\r\nabc\r\n0\r\nA: 1\r\nB: 2\r\n\r\n");
        assertThat(in.line(100)).contains("GET / HTTP/1.1");
    }

    @Test
    void aClientThatWaitsForTheWordGoesOnWithItsBody() throws Exception {
        try (Client client = new Client(port)) {
            client.send("POST / HTTP/1.1\r\nHost: c\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
            assertThat(client.answer()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            assertThat(client.send("abc").answer()).startsWith("HTTP/1.1 200 ");
        }
        assertThat(target.requests.take().body()).isEqualTo("abc");
    }

    @Test
    void fieldsOfTheConnectionAreNotHandedOn() throws Exception {
        try (Client client = new Client(port)) {
            client.send(
                    "GET / HTTP/1.1\r\nHost: c\r\nConnection: X-Mine, Host, keep-alive\r\nX-Mine: 1\r\nX-Yours: 2\r\n"
                            + "Upgrade: h2c\r\nTE: trailers\r\nProxy-Authorization: Basic YQ==\r\n\r\n")
                    .answer();
        }
        Target.Request request = target.requests.take();
        assertThat(request.headers().keySet())
                .containsExactlyInAnyOrder("Host", "X-yours", "X-forwarded-for", "Connection");
        assertThat(request.all("Connection")).containsExactly("close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"})
    void theConnectionEndsWhereTheClientWantsOneAnswer(String request) throws Exception {
        try (Client client = new Client(port)) {
            assertThat(client.send(request).rest()).matches("(?s)HTTP/1\\.[01] 200 .*Connection: close\r\n.*");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "GET / HTTP/1.1\r\nContent-Length: 1, 2\r\n\r\nab", "GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\na",
            "GET / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n"})
    void aRequestThatCanBeReadInTwoWaysIsRefused(String request) throws Exception {
        try (Client client = new Client(port)) {
            assertThat(client.send(request).sendNoMore().rest()).startsWith("HTTP/1.1 400 Bad Request\r\n")
                    .contains("the probe proxy rejects this request: ");
        }
    }

    @Test
    void aHeadThatIsTooLongIsRefused() throws Exception {
        try (Client client = new Client(port)) {
            String answer = client.send("GET / HTTP/1.1\r\n" + ("A: " + "b".repeat(995) + "\r\n").repeat(17)).rest();
            assertThat(answer).startsWith("HTTP/1.1 4").contains("longer than 16384 bytes");
        }
    }

    @Test
    void anotherProtocolIsRefused() throws Exception {
        try (Client client = new Client(port)) {
            assertThat(client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").rest()).startsWith("HTTP/1.1 505 ");
        }
    }

    @Test
    void aBrokenHeaderEndsTheConnectionWithoutAnAnswer() throws Exception {
        try (Client client = new Client(port)) {
            assertThat(client.send("PROXY TCP4 10.1.2.3\r\n").sendNoMore().rest()).isEmpty();
        }
        assertThat(target.requests).isEmpty();
    }

    @Test
    void whileTheTargetIsAwayProbesGetBadGateway() throws Exception {
        int targetPort = target.port();
        target.close();
        try (Client client = new Client(port)) {
            assertThat(client.send(V1).send(PROBE).answer()).startsWith("HTTP/1.1 502 Bad Gateway\r\n")
                    .contains("the target of the probe proxy does not answer: Connection refused");
            target = new Target(targetPort);
            // The client connection is independent of the connections to the target.
            assertThat(client.send(PROBE).answer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nConte", "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 101 Switching\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"})
    void aTargetThatDoesNotSpeakHttpIsABadGateway(String answer) throws Exception {
        try (RawTarget raw = new RawTarget(answer); RunningProxy other = new RunningProxy(raw.port())) {
            try (Client client = new Client(other.port())) {
                assertThat(client.send(PROBE).answer()).startsWith("HTTP/1.1 502 Bad Gateway\r\n");
            }
        }
    }

    @Test
    void interimAnswersAreForTheProxyAlone() throws Exception {
        try (RawTarget raw = new RawTarget("HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\nok");
                RunningProxy other = new RunningProxy(raw.port())) {
            try (Client client = new Client(other.port())) {
                assertThat(client.send(PROBE).rest()).isEqualTo("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok");
            }
        }
    }

    @Test
    void aBodyThatBreaksOffEndsTheConnection() throws Exception {
        try (RawTarget raw = new RawTarget("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok");
                RunningProxy other = new RunningProxy(raw.port())) {
            try (Client client = new Client(other.port())) {
                assertThat(client.send(PROBE).rest()).doesNotContain("502");
            }
        }
    }

    @Test
    void aPortThatIsInUseIsTakenOnceItIsFree() throws Exception {
        ServerSocket taken = new ServerSocket(0);
        try (LoggedLines log = new LoggedLines(ProbeProxy.class);
                RunningProxy other = new RunningProxy(new ProbeProxy(true, taken.getLocalPort(), target.port(),
                        RunningProxy.PATIENT))) {
            log.await("Cannot listen for health probes on port " + taken.getLocalPort());
            assertThat(other.proxy().isRunning()).isTrue();
            assertThat(other.proxy().port()).isEmpty();
            taken.close();
            try (Client client = new Client(other.port())) {
                assertThat(client.send(PROBE).answer()).startsWith("HTTP/1.1 200 OK\r\n");
            }
        }
    }

    @Test
    void itStartsOnlyWhereItIsAskedFor() throws IOException {
        assertThat(new ProbeProxy(false, 0, target.port(), ProbeLimits.DEFAULT).isAutoStartup()).isFalse();
        assertThat(proxy.isAutoStartup()).isTrue();
    }
}
