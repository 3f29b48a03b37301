package io.azureccm.e2e.cluster;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

import io.azureccm.e2e.cluster.rules.ServiceNetwork;
import io.azureccm.e2e.cluster.store.VersionFormat;

/**
 * Settings of a simulated cluster. Port 0 selects a free one; {@code historyLimit} is the minimum number of changes per
 * resource that watches can go back; UIDs and addresses of Services are drawn from {@code random}.
 */
public record ClusterOptions(int port, ServiceNetwork network, Duration bookmarkInterval, int historyLimit,
        Set<Feature> features, Clock clock, RandomGenerator random) {
    /** Optional features of a cluster. */
    public enum Feature {
        /** No watches over WebSocket; clients fall back to chunked ones. */
        CHUNKED_WATCHES,
        /** HTTPS with a self-signed certificate, which is in the kubeconfig. */
        TLS,
        /** New nodes get the taint {@code node.kubernetes.io/not-ready}, which the simulator never removes. */
        NODE_TAINTS,
        /** Resource versions that can only be compared for equality. */
        OPAQUE_VERSIONS
    }

    public ClusterOptions {
        features = Set.copyOf(features);
    }

    /** A random port, plain HTTP, a dual-stack cluster that prefers IPv4, a bookmark per minute. */
    public static ClusterOptions defaults() {
        return new ClusterOptions(0, ServiceNetwork.dualStack(), Duration.ofMinutes(1), 10_000,
                Set.of(), Clock.systemUTC(), new SecureRandom());
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

    /** With an external clock and random generator, so that two runs can be identical. */
    public ClusterOptions with(Clock newClock, RandomGenerator newRandom) {
        return new ClusterOptions(port, network, bookmarkInterval, historyLimit, features, newClock, newRandom);
    }

    VersionFormat versions() {
        return has(Feature.OPAQUE_VERSIONS) ? VersionFormat.OPAQUE : VersionFormat.NUMBER;
    }

    boolean has(Feature feature) {
        return features.contains(feature);
    }

    public ClusterOptions with(Feature feature) {
        Set<Feature> more = EnumSet.of(feature);
        more.addAll(features);
        return new ClusterOptions(port, network, bookmarkInterval, historyLimit, more, clock, random);
    }
}
