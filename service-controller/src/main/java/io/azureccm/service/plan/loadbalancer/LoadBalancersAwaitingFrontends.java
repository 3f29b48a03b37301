package io.azureccm.service.plan.loadbalancer;

import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.context.PlannerSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A load balancer whose last frontend goes only until its public IP is made anew stays with its pools, and says so in a tag: if
 * the Service is gone or somewhere else by then, it is told from one that somebody made without frontends, which is never deleted.
 */
public record LoadBalancersAwaitingFrontends(PlannerSettings settings) {
    /** Its value is the name of the cluster. */
    public static final String TAG = "k8s-azure-awaits-frontend";

    /** True when it had frontends that this cluster took away and was to bring back. */
    boolean includes(LoadBalancer balancer) {
        return ResourceTags.find(balancer.tags(), TAG)
                .filter(settings.clusterName()::equalsIgnoreCase)
                .isPresent();
    }

    /** One that never had frontends is somebody else's business; one that lost them was ours, as foreign frontends stay. */
    boolean isOurs(LoadBalancer balancer) {
        return !balancer.frontends().isEmpty() || includes(balancer);
    }

    /** The tags of a load balancer that is to be; {@code empty}: without frontends. */
    Map<String, String> mark(LoadBalancer observed, boolean empty, Map<String, String> tags) {
        if (empty && isOurs(observed))
            return ResourceTags.with(tags, TAG, settings.clusterName());
        if (!includes(observed))
            return tags;
        Map<String, String> unmarked = new LinkedHashMap<>(tags);
        unmarked.keySet().removeIf(TAG::equalsIgnoreCase);
        return unmarked;
    }
}
