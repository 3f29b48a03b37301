package io.azureccm.e2e.suite.harness.kubernetes;

import io.azureccm.e2e.cluster.ClusterSimulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/** The cluster simulator in this process: a fresh cluster for each scenario. */
public record EmbeddedKubernetes(ClusterSimulator server, Path kubeconfig) implements KubernetesTarget {
    public static EmbeddedKubernetes start(Path folder) {
        try {
            return of(ClusterSimulator.start(), folder);
        } catch (IOException e) {
            throw new UncheckedIOException("starting the cluster simulator", e);
        }
    }

    /** One that has been started. */
    public static EmbeddedKubernetes of(ClusterSimulator server, Path folder) {
        try {
            return new EmbeddedKubernetes(server, server.writeKubeconfig(folder.resolve("kubeconfig")));
        } catch (IOException e) {
            throw new UncheckedIOException("writing a kubeconfig", e);
        }
    }

    @Override
    public Optional<ClusterSimulator> simulator() {
        return Optional.of(server);
    }

    @Override
    public void close() {
        server.close();
    }
}
