package io.azureccm.common.serve.port;

import io.azureccm.common.serve.port.ConnectionLimits.Decision;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open connections of a port, and how long each may wait. */
final class PortConnections {
    private static final Logger LOG = LoggerFactory.getLogger(PortConnections.class);
    /** For the TLS handshake and the head of the first request, from the moment of acceptance. */
    private static final Duration FIRST_REQUEST = Duration.ofSeconds(10);
    /** For the whole head of the next request, from the previous response. Longer than the interval of a scrape. */
    private static final Duration NEXT_REQUEST = Duration.ofSeconds(75);
    private static final Duration GRACE = Duration.ofSeconds(1);
    /** The part of all connections that one address may have. */
    private static final int SHARE = 4;

    /** Both ends of a connection, which identify it while it is open. */
    record Ends(String client, int port, String server) {}

    private final LongSupplier nanoTime;
    private final RateLimitedWarning crowded;
    private final Map<Ends, PortConnection> open = new ConcurrentHashMap<>();
    private volatile ConnectionLimits limits = limits(Integer.MAX_VALUE);

    PortConnections(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.crowded = new RateLimitedWarning(LOG, nanoTime);
    }

    void limit(int total) {
        limits = limits(total);
    }

    private static ConnectionLimits limits(int total) {
        return new ConnectionLimits(total, Math.max(1, total / SHARE), GRACE);
    }

    /** Counts a new connection, and ends another for it if there is no room; false if it must be closed itself. */
    boolean admit(SocketChannel channel) {
        open.values().removeIf(each -> !each.isOpen());
        try {
            InetSocketAddress client = (InetSocketAddress) channel.getRemoteAddress();
            InetSocketAddress server = (InetSocketAddress) channel.getLocalAddress();
            long now = nanoTime.getAsLong();
            Decision<PortConnection> decision = limits.decide(open.values(), client.getAddress(), now);
            if (!decision.accepted() || decision.closed().isPresent())
                crowded(server.getPort(), client.getAddress().getHostAddress());
            if (!decision.accepted() || !decision.closed().map(PortConnection::end).orElse(true))
                return false;
            open.put(new Ends(client.getAddress().getHostAddress(), client.getPort(),
                    server.getAddress().getHostAddress()),
                    new PortConnection(channel, client.getAddress(), now));
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    private void crowded(int port, String client) {
        crowded.log("Too many connections to port " + port + ", the latest from " + client + ": at most "
                + limits.perSource() + " from one address and " + limits.total()
                + " in all; those that wait longest for a request are closed");
    }

    /** Empty for a connection that has just been closed. */
    Optional<PortConnection> of(Ends ends) {
        return Optional.ofNullable(open.get(ends));
    }

    void endOverdue() {
        open.values().removeIf(each -> !each.isOpen());
        long now = nanoTime.getAsLong();
        open.values()
                .stream()
                .filter(each -> each.isOverdue(now, FIRST_REQUEST, NEXT_REQUEST))
                .forEach(PortConnection::end);
    }
}
