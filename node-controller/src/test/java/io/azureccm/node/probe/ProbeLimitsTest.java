package io.azureccm.node.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.serve.port.ConnectionLimits;
import io.azureccm.node.probe.ProbeJournal.Closed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No client can block the proxy, and it stops without interrupting running requests. */
class ProbeLimitsTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String PROBE = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofMinutes(5);

    private static ProbeLimits connections(int connections) {
        return new ProbeLimits(LONG, LONG, LONG, LONG, Duration.ofMinutes(1), room(connections));
    }

    private static ConnectionLimits room(int connections) {
        return new ConnectionLimits(connections, connections, Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PROX", "PROXY TCP4 10.", "\r\n\r\n", "GET / HTTP/1.1\r\nHost"})
    void aClientThatDoesNotGoOnIsEnded(String begun) throws Exception {
        try (RawTarget target = new RawTarget(OK);
                RunningProxy proxy = new RunningProxy(target.port(),
                        new ProbeLimits(SHORT, LONG, LONG, LONG, LONG, room(10)));
                Client client = new Client(proxy.port())) {
            assertThat(client.send(begun).restOrReset()).isEmpty();
            assertThat(proxy.proxy().journal().closed(Closed.TIME)).isOne();
        }
    }

    @Test
    void aClientThatSendsByteByByteIsEndedToo() throws Exception {
        try (RawTarget target = new RawTarget(OK);
                RunningProxy proxy = new RunningProxy(target.port(),
                        new ProbeLimits(SHORT, LONG, LONG, LONG, LONG, room(10)));
                Client client = new Client(proxy.port())) {
            Thread slow = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        client.send("a");
                        Thread.sleep(20);
                    }
                } catch (Exception ended) {
                    // Expected.
                }
            });
            slow.join();
            assertThat(proxy.proxy().journal().closed(Closed.TIME)).isOne();
        }
    }

    @Test
    void aConnectionThatIsNotUsedAnyMoreIsEnded() throws Exception {
        try (RawTarget target = new RawTarget(OK);
                RunningProxy proxy = new RunningProxy(target.port(),
                        new ProbeLimits(LONG, SHORT, LONG, LONG, LONG, room(10)));
                Client client = new Client(proxy.port())) {
            assertThat(client.send(PROBE).answer()).endsWith("ok");
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aTargetThatDoesNotAnswerInTimeIsABadGateway() throws Exception {
        try (RawTarget target = new RawTarget(OK, 0);
                RunningProxy proxy = new RunningProxy(target.port(),
                        new ProbeLimits(LONG, LONG, SHORT, LONG, LONG, room(10)));
                Client client = new Client(proxy.port())) {
            assertThat(client.send(PROBE).answer()).startsWith("HTTP/1.1 502 ").contains("no response in time");
        }
    }

    @Test
    void aRequestThatTakesTooLongIsEnded() throws Exception {
        try (RawTarget target = new RawTarget(OK, 0);
                RunningProxy proxy = new RunningProxy(target.port(),
                        new ProbeLimits(LONG, LONG, LONG, SHORT, LONG, room(10)));
                Client client = new Client(proxy.port())) {
            assertThat(client.send(PROBE).rest()).isEmpty();
        }
    }

    @Test
    void aFloodOfSilentConnectionsKeepsNoProbeAway() throws Exception {
        List<Client> silent = new ArrayList<>();
        try (RawTarget target = new RawTarget(OK);
                RunningProxy proxy = new RunningProxy(target.port(),
                        new ProbeLimits(LONG, LONG, LONG, LONG, SHORT, room(8)))) {
            for (int i = 0; i < 100; i++) {
                silent.add(new Client(proxy.port()));
                if (i % 10 == 0) {
                    try (Client probe = new Client(proxy.port())) {
                        assertThat(probe.send(PROBE).answer()).endsWith("ok");
                    }
                }
            }
            for (Client closed : silent.subList(0, 80))
                assertThat(closed.rest()).isEmpty();
            assertThat(proxy.proxy().journal().closed(Closed.ROOM)).isGreaterThanOrEqualTo(80);
        } finally {
            for (Client client : silent)
                client.close();
        }
    }

    @Test
    void aClientWithManyConnectionsMakesRoomOutOfItsOwn() throws Exception {
        List<Client> silent = new ArrayList<>();
        try (RawTarget target = new RawTarget(OK);
                RunningProxy proxy = new RunningProxy(target.port(),
                        new ProbeLimits(LONG, LONG, LONG, LONG, SHORT, new ConnectionLimits(100, 4, Duration.ZERO)));
                Client probe = new Client(proxy.port())) {
            for (int i = 0; i < 20; i++)
                silent.add(Client.from("127.0.1.1", proxy.port()));
            for (Client closed : silent.subList(0, 16))
                assertThat(closed.rest()).isEmpty();
            assertThat(silent.getLast().send(PROBE).answer()).endsWith("ok");
            assertThat(probe.send(PROBE).answer()).endsWith("ok");
        } finally {
            for (Client client : silent)
                client.close();
        }
    }

    @Test
    void requestsThatHangMakeRoomAsWell() throws Exception {
        try (RawTarget target = new RawTarget(OK, 0);
                RunningProxy proxy = new RunningProxy(target.port(), connections(2));
                Client first = new Client(proxy.port());
                Client second = new Client(proxy.port())) {
            first.send(PROBE);
            target.asked.acquire();
            second.send(PROBE);
            target.asked.acquire();
            try (Client third = new Client(proxy.port())) {
                third.send(PROBE);
                assertThat(first.rest()).as("the oldest one is ended").isEmpty();
                target.asked.acquire();
                target.mayAnswer.release(3);
                assertThat(third.answer()).endsWith("ok");
                assertThat(second.answer()).endsWith("ok");
            }
        }
    }

    @Test
    void aStopLetsOpenRequestsEndAndTakesNoMore() throws Exception {
        try (RawTarget target = new RawTarget(OK, 0);
                RunningProxy proxy = new RunningProxy(target.port(), connections(10));
                Client client = new Client(proxy.port())) {
            client.send(PROBE);
            target.asked.acquire();
            Semaphore stopped = new Semaphore(0);
            Thread.ofVirtual().start(() -> {
                proxy.proxy().stop();
                stopped.release();
            });
            while (proxy.proxy().port().isPresent())
                Thread.sleep(5);
            assertThat(stopped.tryAcquire()).isFalse();
            target.mayAnswer.release();
            assertThat(client.answer()).endsWith("ok");
            stopped.acquire();
        }
    }

    @Test
    void aStopDoesNotWaitForConnectionsBetweenRequests() throws Exception {
        try (RawTarget target = new RawTarget(OK);
                RunningProxy proxy = new RunningProxy(target.port(), connections(10));
                Client client = new Client(proxy.port())) {
            assertThat(client.send(PROBE).answer()).endsWith("ok");
            Thread.sleep(50);
            proxy.proxy().stop();
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aStopEndsRequestsThatHang() throws Exception {
        try (RawTarget target = new RawTarget(OK, 0);
                RunningProxy proxy = new RunningProxy(target.port(),
                        new ProbeLimits(LONG, LONG, LONG, LONG, SHORT, room(10)));
                Client client = new Client(proxy.port())) {
            client.send(PROBE);
            target.asked.acquire();
            proxy.proxy().stop();
            assertThat(client.rest()).isEmpty();
        }
    }
}
