package io.azureccm.service.plan.loadbalancer;

import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.context.PlannerSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A load balancer whose last frontend is removed only until its public IP is recreated stays with its pools, and is marked by a tag: if the
 * Service is deleted or moved by then, the tag distinguishes it from a load balancer that a user created without frontends, which is never
 * deleted.
 */
public record LoadBalancersAwaitingFrontends(PlannerSettings settings) {
    /** The value is the name of the cluster. */
    public static final String TAG = "k8s-azure-awaits-frontend";

    /** True if this cluster removed its frontends and was going to restore them. */
    boolean includes(LoadBalancer balancer) {
        return ResourceTags.find(balancer.tags(), TAG)
                .filter(settings.clusterName()::equalsIgnoreCase)
                .isPresent();
    }

    /** A load balancer that never had frontends is unmanaged; one that lost them was managed, because unmanaged frontends stay. */
    boolean isOurs(LoadBalancer balancer) {
        return !balancer.frontends().isEmpty() || includes(balancer);
    }

    /** The tags of a desired load balancer; {@code empty}: without frontends. */
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
