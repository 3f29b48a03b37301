package io.azureccm.service.plan.loadbalancer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.context.PlannerSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A load balancer whose last frontend goes only until its public IP is made anew stays with its pools, and says so in a tag: if
 * the Service is gone or somewhere else by then, it is told from one that somebody made without frontends, which is never deleted.
 */
public final class LoadBalancersAwaitingFrontends {
    /** Its value is the name of the cluster. */
    public static final String TAG = "k8s-azure-awaits-frontend";

    private final PlannerSettings settings;

    LoadBalancersAwaitingFrontends(PlannerSettings settings) {
        this.settings = settings;
    }

    /** True when it had frontends that this cluster took away and was to bring back. */
    boolean includes(ObjectNode balancer) {
        return ResourceTags.find(ResourceTags.of(balancer), TAG)
                .filter(settings.clusterName()::equalsIgnoreCase)
                .isPresent();
    }

    /** One that never had frontends is somebody else's business; one that lost them was ours, as foreign frontends stay. */
    boolean isOurs(ObjectNode balancer) {
        return hasFrontends(balancer) || includes(balancer);
    }

    /** The tags of a load balancer that is to be as desired. */
    Map<String, String> mark(ObjectNode observed, ObjectNode desired, Map<String, String> tags) {
        if (observed == null)
            return tags;
        if (!hasFrontends(desired) && isOurs(observed))
            return ResourceTags.with(tags, TAG, settings.clusterName());
        if (!includes(observed))
            return tags;
        Map<String, String> unmarked = new LinkedHashMap<>(tags);
        unmarked.keySet().removeIf(TAG::equalsIgnoreCase);
        return unmarked;
    }

    private static boolean hasFrontends(ObjectNode balancer) {
        return !ArmJson.list(balancer, "properties", "frontendIPConfigurations").isEmpty();
    }
}
