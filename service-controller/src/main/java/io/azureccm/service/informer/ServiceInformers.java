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

/** Creates the informers of Services, nodes and related objects; {@code nodes} selects the relevant nodes. */
public record ServiceInformers(KubernetesClient client, InformerScope nodes) {
    /** False if some nodes of the cluster are filtered out. */
    public boolean showsAllNodes() {
        return nodes.equals(InformerScope.ALL);
    }

    /** Informers that, once started, keep the index and the set of present Services up to date. */
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
