package io.azureccm.service.status;

import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.informer.WatchedService;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What Services show in their statuses, own writes included, compared with results; {@code own} has nothing that the watch shows by now.
 * Immutable.
 */
public record ShownServices(WatchedCluster watched, OwnStatuses own, ServiceConditions conditions) {
    /** True if the status shows the result already, which holds for most Services most of the time. */
    public boolean shows(String uid, ServiceResult result, Instant now) {
        Optional<WatchedService> entry = watched.service(uid);
        if (entry.isEmpty())
            return true;
        Service service = own.latest(entry.get().service());
        return result instanceof ServiceResult.Ready ready && hasAddresses(service, ready.addresses())
                && conditions.change(service, result, false, now).isEmpty();
    }

    /** Whether the conditions of a Service do not show this failure yet. */
    public boolean awaitsConditions(String uid, ServiceResult.Failed failure, Instant now) {
        return watched.service(uid)
                .filter(entry -> !entry.vanished())
                .filter(entry -> !conditions.change(own.latest(entry.service()), failure, false, now).isEmpty())
                .isPresent();
    }

    /** Whether the status has exactly these addresses, in this order. */
    static boolean hasAddresses(Service service, List<String> addresses) {
        List<LoadBalancerIngress> shown = service.getStatus() == null || service.getStatus().getLoadBalancer() == null
                ? List.of()
                : service.getStatus().getLoadBalancer().getIngress();
        return shown.stream().map(LoadBalancerIngress::getIp).toList().equals(addresses)
                && shown.stream()
                        .allMatch(each -> each.getHostname() == null
                                && (each.getIpMode() == null || each.getIpMode().equals("VIP")));
    }
}
