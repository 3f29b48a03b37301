package io.azureccm.service.informer;

import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.fabric8.kubernetes.api.model.Service;

/**
 * One Service as last seen. {@code sequence}: its resource version at first sight, which orders Services of the same second, 0 if it is not
 * a number; {@code vanished}: it is no longer in the cluster.
 */
public record WatchedService(Service service, long sequence, boolean vanished) {
    /** Whether its resources in Azure are to be removed by an instance that serves this class. */
    public boolean isToBeCleanedUp(LoadBalancerClass served) {
        return vanished || served.needsCleanup(service) || !served.wants(service);
    }
}
