package io.azureccm.e2e.cluster;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

import io.azureccm.e2e.cluster.rules.ServiceNetwork;

/**
 * How a simulated cluster is set up. Port 0 picks a free one; {@code historyLimit} is the number of changes per resource
 * that watches can go back at least; UIDs and addresses of Services are drawn from {@code random}.
 */
public record ClusterOptions(int port, ServiceNetwork network, Duration bookmarkInterval, int historyLimit,
        Set<Feature> features, Clock clock, RandomGenerator random) {
    /** What a cluster can do or leave. */
    public enum Feature {
        /** Watches by WebSocket; without it clients fall back to chunked ones. */
        WEB_SOCKETS,
        /** HTTPS with a certificate of its own, which the kubeconfig carries. */
        TLS,
        /** New nodes get the taint {@code node.kubernetes.io/not-ready}, which nobody takes away here. */
        NODE_TAINTS
    }

    public ClusterOptions {
        features = Set.copyOf(features);
    }

    /** A random port, plain HTTP, a dual-stack cluster that prefers IPv4, a bookmark a minute. */
    public static ClusterOptions defaults() {
        return new ClusterOptions(0, ServiceNetwork.dualStack(), Duration.ofMinutes(1), 10_000,
                Set.of(Feature.WEB_SOCKETS), Clock.systemUTC(), new SecureRandom());
    }

    public ClusterOptions withPort(int newPort) {
        return new ClusterOptions(newPort, network, bookmarkInterval, historyLimit, features, clock, random);
    }

    public ClusterOptions withNetwork(ServiceNetwork newNetwork) {
        return new ClusterOptions(port, newNetwork, bookmarkInterval, historyLimit, features, clock, random);
    }

    public ClusterOptions withBookmarkInterval(Duration interval) {
        return new ClusterOptions(port, network, interval, historyLimit, features, clock, random);
    }

    public ClusterOptions withHistoryLimit(int limit) {
        return new ClusterOptions(port, network, bookmarkInterval, limit, features, clock, random);
    }

    public ClusterOptions withoutWebSockets() {
        Set<Feature> fewer = EnumSet.copyOf(features);
        fewer.remove(Feature.WEB_SOCKETS);
        return new ClusterOptions(port, network, bookmarkInterval, historyLimit, fewer, clock, random);
    }

    /** With times and whatever is drawn from outside, so that two runs can be the same. */
    public ClusterOptions with(Clock newClock, RandomGenerator newRandom) {
        return new ClusterOptions(port, network, bookmarkInterval, historyLimit, features, newClock, newRandom);
    }

    public ClusterOptions withTls() {
        return with(Feature.TLS);
    }

    public ClusterOptions withNodeTaints() {
        return with(Feature.NODE_TAINTS);
    }

    boolean has(Feature feature) {
        return features.contains(feature);
    }

    private ClusterOptions with(Feature feature) {
        Set<Feature> more = EnumSet.of(feature);
        more.addAll(features);
        return new ClusterOptions(port, network, bookmarkInterval, historyLimit, more, clock, random);
    }
}
