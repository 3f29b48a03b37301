package io.azureccm.node.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/** What answers the requests: a port of this machine, on its loopback address of IPv4, or else that of IPv6. */
final class ProbeTarget {
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private final List<InetSocketAddress> addresses;
    private final Duration answer;

    /** {@code answer} is how long it may be silent. */
    ProbeTarget(int port, Duration answer) {
        this.addresses = List.of(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port),
                new InetSocketAddress(InetAddress.ofLiteral("::1"), port));
        this.answer = answer;
    }

    /** A new connection; fails as the first address does where none takes it. */
    Socket connect() throws IOException {
        IOException first = null;
        for (InetSocketAddress address : addresses) {
            Socket socket = new Socket();
            try {
                socket.connect(address, Math.toIntExact(CONNECT.toMillis()));
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(Math.toIntExact(answer.toMillis()));
                return socket;
            } catch (IOException refused) {
                socket.close();
                first = first == null ? refused : first;
            }
        }
        throw first;
    }
}
