package io.azureccm.e2e.suite.harness.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A k3s server in a container, without agent and without its own cloud controller and load balancers: the nodes in it are
 * those of the scenario alone.
 */
public record K3sKubernetes(K3sContainer container, Path kubeconfig) implements KubernetesTarget {
    private static final DockerImageName IMAGE = DockerImageName.parse("rancher/k3s:v1.32.5-k3s1");

    public static K3sKubernetes start(Path folder) {
        K3sContainer container = new K3sContainer(IMAGE);
        container.setCommand("server", "--disable-agent", "--disable-cloud-controller",
                "--disable=traefik,servicelb,metrics-server,coredns,local-storage",
                "--tls-san=" + container.getHost());
        container.waitingFor(Wait.forLogMessage(".*k3s is up and running.*", 1));
        container.start();
        try {
            return new K3sKubernetes(container,
                    Files.writeString(folder.resolve("kubeconfig"), container.getKubeConfigYaml()));
        } catch (IOException e) {
            throw new UncheckedIOException("writing the kubeconfig", e);
        }
    }

    @Override
    public void close() {
        container.stop();
    }
}
