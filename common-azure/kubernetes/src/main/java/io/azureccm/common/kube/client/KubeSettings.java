package io.azureccm.common.kube.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How to reach the Kubernetes API: a kubeconfig file, a server URL that overrides it, or neither inside a cluster. Requests
 * are limited to {@code qps} per second with bursts of {@code burst}; a request is given up after {@code requestTimeout}.
 */
public record KubeSettings(Optional<Path> kubeconfig, Optional<String> master, double qps, int burst, String userAgent,
        Duration requestTimeout) {
    /** The limits of the reference: 20 requests per second, bursts of 30. */
    public static KubeSettings defaults(String userAgent) {
        return new KubeSettings(Optional.empty(), Optional.empty(), 20, 30, userAgent, Duration.ofSeconds(30));
    }

    public KubeSettings {
        if (qps <= 0 || burst < 1) {
            throw new IllegalArgumentException("qps " + qps + " and burst " + burst + " must be positive");
        }
    }

    public KubeSettings withKubeconfig(Path file) {
        return new KubeSettings(Optional.of(file), master, qps, burst, userAgent, requestTimeout);
    }

    public KubeSettings withMaster(String url) {
        return new KubeSettings(kubeconfig, Optional.of(url), qps, burst, userAgent, requestTimeout);
    }

    public KubeSettings withLimits(double newQps, int newBurst) {
        return new KubeSettings(kubeconfig, master, newQps, newBurst, userAgent, requestTimeout);
    }

    public KubeSettings withUserAgent(String agent) {
        return new KubeSettings(kubeconfig, master, qps, burst, agent, requestTimeout);
    }

    public KubeSettings withRequestTimeout(Duration timeout) {
        return new KubeSettings(kubeconfig, master, qps, burst, userAgent, timeout);
    }
}
