package io.azureccm.e2e.suite.harness.controller;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.kubernetes.EmbeddedKubernetes;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaughtUpTest {
    @Test
    void objectThatTheCacheHasNotHeardOfIsWaitedFor(@TempDir Path folder) {
        try (KubernetesTarget kubernetes = EmbeddedKubernetes.start(folder);
                KubernetesClient client = KubeClients
                        .open(KubeSettings.defaults("test").withKubeconfig(kubernetes.kubeconfig()))) {
            client.nodes().resource(new NodeBuilder().withNewMetadata().withName("a").endMetadata().build()).create();
            try (ResourceInformers informers = ResourceInformers
                    .of(new ResourceInformer<>(client, Node.class, InformerScope.ALL, node -> {},
                            InformerSettings.DEFAULTS))) {
                assertThatThrownBy(() -> CaughtUp.await(Duration.ofMillis(100), client, informers))
                        .hasMessageStartingWith("the caches do not hold what the API has");

                informers.start();
                CaughtUp.await(SteadyState.BOUND, client, informers);
            }
        }
    }
}
