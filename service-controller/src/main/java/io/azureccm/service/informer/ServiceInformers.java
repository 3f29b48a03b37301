package io.azureccm.service.informer;

import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.informer.Trim;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;

/** Where Services, nodes and what is around them are watched; {@code nodes} selects the nodes that count. */
public record ServiceInformers(KubernetesClient client, InformerScope nodes) {
    /** False when some nodes of the cluster are left out. */
    public boolean showsAllNodes() {
        return nodes.equals(InformerScope.ALL);
    }

    /** Informers that keep the index, and who is in the cluster, up to date once they are started. */
    public ResourceInformers into(ServiceIndex serviceIndex, PresentServices present) {
        List<ResourceInformer<?>> informers = new ArrayList<>();
        informers.add(new ResourceInformer<>(client, Service.class, InformerScope.ALL, Trim.services(),
                InformerSettings.DEFAULTS)
                .listen(present)
                .listen(serviceIndex.serviceListener()));
        informers.add(new ResourceInformer<>(client, Node.class, nodes, Trim.nodes(), InformerSettings.DEFAULTS)
                .listen(serviceIndex.nodeListener()));
        EndpointIndex endpoints = serviceIndex.endpoints();
        if (endpoints.namespacesMatter()) {
            informers.add(new ResourceInformer<>(client, Namespace.class, InformerScope.ALL, Trim::metadata,
                    InformerSettings.DEFAULTS)
                    .listen(endpoints.namespaceListener()));
        }
        if (endpoints.endpointsMatter()) {
            informers.add(new ResourceInformer<>(client, EndpointSlice.class, InformerScope.ALL, Trim.endpointSlices(),
                    InformerSettings.DEFAULTS).listen(endpoints.sliceListener()));
        }
        return new ResourceInformers(informers);
    }
}
