package io.azureccm.service.watch;

import io.azureccm.common.kube.feed.FeedScope;
import io.azureccm.common.kube.feed.FeedSettings;
import io.azureccm.common.kube.feed.ResourceFeed;
import io.azureccm.common.kube.feed.ResourceFeeds;
import io.azureccm.common.kube.feed.Trim;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Where Services and nodes are watched; {@code nodes} selects the nodes that count. */
public record ServiceFeeds(KubernetesClient client, FeedScope nodes) {
    /** Feeds that keep the roster up to date once they are started. */
    public ResourceFeeds into(ServiceRoster roster) {
        return ResourceFeeds.of(
                new ResourceFeed<>(client, Service.class, FeedScope.ALL, Trim.services(), FeedSettings.DEFAULTS)
                        .listen(roster.serviceListener()),
                new ResourceFeed<>(client, Node.class, nodes, Trim.nodes(), FeedSettings.DEFAULTS)
                        .listen(roster.nodeListener()));
    }
}
