package io.azureccm.common.serve.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.serve.port.PortConnections.Ends;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a connection may wait for a request, whatever it sends meanwhile. */
class PortConnectionsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final PortConnections connections = new PortConnections(nanos::get);
    private final List<SocketChannel> clients = new ArrayList<>();
    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        for (SocketChannel client : clients)
            client.close();
    }

    private SocketChannel accept() throws IOException {
        clients.add(SocketChannel.open(server.getLocalAddress()));
        return server.accept();
    }

    private SocketChannel admitted() throws IOException {
        SocketChannel accepted = accept();
        assertThat(connections.admit(accepted)).isTrue();
        return accepted;
    }

    private PortConnection of(SocketChannel accepted) throws IOException {
        InetSocketAddress client = (InetSocketAddress) accepted.getRemoteAddress();
        return connections.of(new Ends("127.0.0.1", client.getPort(), "127.0.0.1")).orElseThrow();
    }

    private void passes(Duration time) {
        nanos.addAndGet(time.toNanos());
        connections.endOverdue();
    }

    /** The server reads the end of its input from an ended connection, also if its client goes on sending. */
    private static boolean isEnded(SocketChannel accepted) throws IOException {
        accepted.configureBlocking(false);
        return accepted.read(ByteBuffer.allocate(100)) < 0;
    }

    @Test
    void aConnectionWithoutACompleteRequestIsEndedAlthoughItSendsBytes() throws IOException {
        SocketChannel accepted = admitted();
        clients.getFirst().write(ByteBuffer.wrap(new byte[]{'G'}));
        passes(Duration.ofSeconds(9));
        assertThat(isEnded(accepted)).isFalse();
        clients.getFirst().write(ByteBuffer.wrap(new byte[]{'E'}));
        passes(Duration.ofSeconds(2));
        assertThat(isEnded(accepted)).isTrue();
    }

    @Test
    void aConnectionIsKeptBetweenScrapesAndEndedWithoutThem() throws IOException {
        SocketChannel accepted = admitted();
        of(accepted).began(nanos.get());
        passes(Duration.ofMinutes(10));
        assertThat(isEnded(accepted)).as("while a request is served").isFalse();
        of(accepted).answered(nanos.get());
        passes(Duration.ofSeconds(70));
        assertThat(isEnded(accepted)).as("until the next scrape").isFalse();
        passes(Duration.ofSeconds(10));
        assertThat(isEnded(accepted)).isTrue();
    }

    @Test
    void aRequestThatIsServedIsNotEndedForAnother() throws IOException {
        connections.limit(4);
        SocketChannel accepted = admitted();
        of(accepted).began(nanos.get());
        passes(Duration.ofSeconds(5));
        assertThat(connections.admit(accept())).isFalse();
        assertThat(isEnded(accepted)).isFalse();
        of(accepted).answered(nanos.get());
        passes(Duration.ofSeconds(2));
        assertThat(connections.admit(accept())).isTrue();
        assertThat(isEnded(accepted)).isTrue();
    }

    @Test
    void closedConnectionsDoNotCount() throws IOException {
        connections.limit(4);
        for (int i = 0; i < 10; i++)
            admitted().close();
    }
}
