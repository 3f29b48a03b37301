package io.azureccm.e2e.cluster;

import java.time.Clock;
import java.time.Duration;

import io.azureccm.e2e.cluster.rules.ServiceNetwork;

/**
 * How a simulated cluster is set up. Port 0 picks a free one; {@code historyLimit} is the number of changes per resource
 * that watches can go back at least; without {@code webSockets} clients fall back to chunked watches.
 */
public record ClusterOptions(int port, ServiceNetwork network, Duration bookmarkInterval, int historyLimit,
        boolean webSockets,
        Clock clock) {

    /** A random port, a dual-stack cluster that prefers IPv4, a bookmark a minute. */
    public static ClusterOptions defaults() {
        return new ClusterOptions(0, ServiceNetwork.dualStack(), Duration.ofMinutes(1), 10_000, true,
                Clock.systemUTC());
    }

    public ClusterOptions withPort(int newPort) {
        return new ClusterOptions(newPort, network, bookmarkInterval, historyLimit, webSockets, clock);
    }

    public ClusterOptions withNetwork(ServiceNetwork newNetwork) {
        return new ClusterOptions(port, newNetwork, bookmarkInterval, historyLimit, webSockets, clock);
    }

    public ClusterOptions withBookmarkInterval(Duration interval) {
        return new ClusterOptions(port, network, interval, historyLimit, webSockets, clock);
    }

    public ClusterOptions withHistoryLimit(int limit) {
        return new ClusterOptions(port, network, bookmarkInterval, limit, webSockets, clock);
    }

    public ClusterOptions withoutWebSockets() {
        return new ClusterOptions(port, network, bookmarkInterval, historyLimit, false, clock);
    }
}
