package io.azureccm.route.informer;

import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.informer.Trim;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Creates the informer of nodes. It watches all nodes, because the routes of a node it does not see would look like
 * leftovers.
 */
public record NodeInformers(KubernetesClient client) {
    /** Informers that keep the index up to date after their start. */
    public ResourceInformers into(NodeIndex index) {
        return ResourceInformers
                .of(new ResourceInformer<>(client, Node.class, InformerScope.ALL, Trim.nodes(),
                        InformerSettings.DEFAULTS)
                        .listen(index));

    }
}
