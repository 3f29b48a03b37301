package io.azureccm.e2e.suite.harness.kubernetes;

import io.azureccm.e2e.cluster.ClusterSimulator;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The Kubernetes API that scenarios run on: the embedded one, k3s, or any other. */
public interface KubernetesTarget extends AutoCloseable {
    /** Names the kubeconfig of an API server to run on instead of the embedded one. */
    String PROPERTY = "cluster.kubeconfig";

    /** The API server that {@link #PROPERTY} names; without it the embedded one, new and empty. Files go to {@code folder}. */
    static KubernetesTarget open(Path folder) {
        return isGiven()
                ? new ExistingKubernetes(Path.of(System.getProperty(PROPERTY)))
                : EmbeddedKubernetes.start(folder);
    }

    /** Whether scenarios run on an API server that was named. */
    static boolean isGiven() {
        return !System.getProperty(PROPERTY, "").isEmpty();
    }

    Path kubeconfig();

    /** The simulator behind it; empty when this is another API server. */
    default Optional<ClusterSimulator> simulator() {
        return Optional.empty();
    }

    /** The simulator, for what no API server offers; on another one the test is skipped, and says why. */
    default ClusterSimulator simulatorOrSkip() {
        return simulator()
                .orElseGet(() -> Assumptions.abort("only on the embedded Kubernetes API: the scenario makes the"
                        + " API misbehave, or looks at the requests it got"));
    }

    @Override
    void close();
}
