package io.azureccm.service.informer;

import io.azureccm.common.kube.feed.FeedScope;
import io.azureccm.common.kube.feed.FeedSettings;
import io.azureccm.common.kube.feed.ResourceFeed;
import io.azureccm.common.kube.feed.ResourceFeeds;
import io.azureccm.common.kube.feed.Trim;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;

/** Where Services, nodes and what is around them are watched; {@code nodes} selects the nodes that count. */
public record ServiceInformers(KubernetesClient client, FeedScope nodes) {
    /** False when some nodes of the cluster are left out. */
    public boolean showsAllNodes() {
        return nodes.equals(FeedScope.ALL);
    }

    /** Feeds that keep the roster, and who is in the cluster, up to date once they are started. */
    public ResourceFeeds into(ServiceIndex roster, PresentServices present) {
        List<ResourceFeed<?>> feeds = new ArrayList<>();
        feeds.add(new ResourceFeed<>(client, Service.class, FeedScope.ALL, Trim.services(), FeedSettings.DEFAULTS)
                .listen(present)
                .listen(roster.serviceListener()));
        feeds.add(new ResourceFeed<>(client, Node.class, nodes, Trim.nodes(), FeedSettings.DEFAULTS)
                .listen(roster.nodeListener()));
        EndpointIndex surroundings = roster.surroundings();
        if (surroundings.namespacesMatter()) {
            feeds.add(new ResourceFeed<>(client, Namespace.class, FeedScope.ALL, Trim::metadata, FeedSettings.DEFAULTS)
                    .listen(surroundings.namespaceListener()));
        }
        if (surroundings.endpointsMatter()) {
            feeds.add(new ResourceFeed<>(client, EndpointSlice.class, FeedScope.ALL, Trim.endpointSlices(),
                    FeedSettings.DEFAULTS).listen(surroundings.sliceListener()));
        }
        return new ResourceFeeds(feeds);
    }
}
