package io.azureccm.route.watch;

import io.azureccm.common.kube.feed.FeedScope;
import io.azureccm.common.kube.feed.FeedSettings;
import io.azureccm.common.kube.feed.ResourceFeed;
import io.azureccm.common.kube.feed.ResourceFeeds;
import io.azureccm.common.kube.feed.Trim;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Where nodes are watched: all of them, since the routes of a node that is not seen would look left over. */
public record NodeFeeds(KubernetesClient client) {
    /** Feeds that keep the roster up to date once they are started. */
    public ResourceFeeds into(NodeRoster roster) {
        return ResourceFeeds
                .of(new ResourceFeed<>(client, Node.class, FeedScope.ALL, Trim.nodes(), FeedSettings.DEFAULTS)
                        .listen(roster));
    }
}
