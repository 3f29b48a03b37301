package io.azureccm.e2e.suite.harness;

import io.azureccm.e2e.cluster.ClusterSimulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The cluster simulator in this process: a fresh cluster for each scenario. */
public record EmbeddedKubernetes(ClusterSimulator simulator, Path kubeconfig) implements KubernetesTarget {
    public static EmbeddedKubernetes start(Path folder) {
        try {
            ClusterSimulator simulator = ClusterSimulator.start();
            return new EmbeddedKubernetes(simulator, simulator.writeKubeconfig(folder.resolve("kubeconfig")));
        } catch (IOException e) {
            throw new UncheckedIOException("starting the cluster simulator", e);
        }
    }

    @Override
    public void close() {
        simulator.close();
    }
}
