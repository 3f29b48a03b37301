package io.azureccm.node.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/** The target of the requests: a port on this machine's loopback address, IPv4 first, then IPv6. */
final class ProbeTarget {
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private final List<InetSocketAddress> addresses;
    private final Duration answer;

    /** {@code answer} is the read timeout. */
    ProbeTarget(int port, Duration answer) {
        this.addresses = List.of(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port),
                new InetSocketAddress(InetAddress.ofLiteral("::1"), port));
        this.answer = answer;
    }

    /** A new connection; if both addresses fail, throws the failure of the first. */
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
