package io.azureccm.e2e.suite.harness;

import java.nio.file.Path;

/** The Kubernetes API that scenarios run on. */
public interface KubernetesTarget extends AutoCloseable {
    Path kubeconfig();

    @Override
    void close();
}
