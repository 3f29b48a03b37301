package io.azureccm.e2e.suite.harness.kubernetes;

import java.nio.file.Path;

/** An API server that belongs to whoever named it: it is left running, and as it was. */
public record ExistingKubernetes(Path kubeconfig) implements KubernetesTarget {
    @Override
    public void close() {
        // Not ours to stop.
    }
}
