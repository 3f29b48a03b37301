package io.azureccm.node.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.node.probe.ProbeJournal.Closed;
import java.net.SocketException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Any input is either forwarded or ends in a closed connection, and the proxy keeps running. */
class ProbeProxyFuzzTest {
    private static final String PROBE = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final List<String> PARTS = List.of("PROXY ", "TCP4 ", "TCP6 ", "UNKNOWN", "10.1.2.3 ", "fd00::1 ",
            "80 ", "\r\n", "\n", "\r", " ", ":", "\0", "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\n", "HTTP/1.0",
            "Host: a\r\n", "Content-Length: 4\r\n", "Content-Length: 99999999999999999999\r\n",
            "Transfer-Encoding: chunked\r\n", "Connection: close\r\n", "Expect: 100-continue\r\n", "4\r\nabcd\r\n",
            "0\r\n\r\n", "ffffffffffffff\r\n", "x".repeat(5000), PROBE);

    private static RawTarget target;
    private static RunningProxy proxy;

    @BeforeContainer
    static void start() throws Exception {
        target = new RawTarget("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        proxy = new RunningProxy(target.port());
    }

    @AfterContainer
    static void stop() throws Exception {
        proxy.close();
        target.close();
    }

    @Provide
    Arbitrary<byte[]> inputs() {
        Arbitrary<byte[]> noise = Arbitraries.bytes().array(byte[].class).ofMaxSize(200);
        Arbitrary<byte[]> parts = Arbitraries.of(PARTS)
                .list()
                .ofMaxSize(12)
                .map(some -> Headers.text(String.join("", some)));
        Arbitrary<byte[]> binary = noise
                .map(some -> Headers.join(Headers.SIGNATURE, some, Headers.text(PROBE)));
        Arbitrary<byte[]> damaged = Arbitraries.randoms().map(ProbeProxyFuzzTest::damaged);
        return Arbitraries.oneOf(noise, parts, binary, damaged);
    }

    /** A valid header and a valid request with a few changed bytes. */
    private static byte[] damaged(Random random) {
        List<ProxyHeaderReaderTest.Good> good = ProxyHeaderReaderTest.TAKEN;
        byte[] all = Headers.join(good.get(random.nextInt(good.size())).header(), Headers.text(PROBE));
        for (int i = random.nextInt(4); i > 0; i--)
            all[random.nextInt(all.length)] = (byte) random.nextInt(256);
        return all;
    }

    @Property(tries = 10_000)
    void whateverComesIsAnsweredOrClosed(@ForAll("inputs") byte[] input) throws Exception {
        try (Client client = new Client(proxy.port())) {
            try {
                String answers = client.send(input).sendNoMore().rest();
                assertThat(answers).matches("(?s)(HTTP/1\\.1 (100|200|400|431|502|505) .*)?");
            } catch (SocketException closed) {
                // The proxy closed the connection before everything was sent.
            }
        }
        assertThat(proxy.proxy().journal().closed(Closed.DEFECT)).isZero();
        assertThat(proxy.proxy().journal().closed(Closed.TIME)).isZero();
    }

    @Property(tries = 300)
    void aGoodProbeIsAnsweredAfterWhateverCame(@ForAll("inputs") byte[] input) throws Exception {
        try (Client bad = new Client(proxy.port()); Client good = new Client(proxy.port())) {
            try {
                bad.send(input);
            } catch (SocketException closed) {
                // The proxy closed the connection before everything was sent.
            }
            assertThat(good.send(PROBE).answer()).endsWith("ok");
        }
    }
}
