package io.azureccm.e2e.cluster;

import java.time.Clock;
import java.time.Duration;

import io.azureccm.e2e.cluster.rules.ServiceNetwork;

/**
 * How a simulated cluster is set up. Port 0 picks a free one; {@code historyLimit} is the number of changes per resource
 * that watches can go back at least; without {@code webSockets} clients fall back to chunked watches; with {@code tls} it
 * serves HTTPS with a certificate of its own, which the kubeconfig carries.
 */
public record ClusterOptions(int port, ServiceNetwork network, Duration bookmarkInterval, int historyLimit,
        boolean webSockets, boolean tls, Clock clock) {

    /** A random port, plain HTTP, a dual-stack cluster that prefers IPv4, a bookmark a minute. */
    public static ClusterOptions defaults() {
        return new ClusterOptions(0, ServiceNetwork.dualStack(), Duration.ofMinutes(1), 10_000, true, false,
                Clock.systemUTC());
    }

    public ClusterOptions withPort(int newPort) {
        return new ClusterOptions(newPort, network, bookmarkInterval, historyLimit, webSockets, tls, clock);
    }

    public ClusterOptions withNetwork(ServiceNetwork newNetwork) {
        return new ClusterOptions(port, newNetwork, bookmarkInterval, historyLimit, webSockets, tls, clock);
    }

    public ClusterOptions withBookmarkInterval(Duration interval) {
        return new ClusterOptions(port, network, interval, historyLimit, webSockets, tls, clock);
    }

    public ClusterOptions withHistoryLimit(int limit) {
        return new ClusterOptions(port, network, bookmarkInterval, limit, webSockets, tls, clock);
    }

    public ClusterOptions withoutWebSockets() {
        return new ClusterOptions(port, network, bookmarkInterval, historyLimit, false, tls, clock);
    }

    public ClusterOptions withTls() {
        return new ClusterOptions(port, network, bookmarkInterval, historyLimit, webSockets, true, clock);
    }
}
