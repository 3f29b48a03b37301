package io.azureccm.service.status;

import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.LoadBalancerStatusBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServiceStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The addresses that this process has written into statuses, until the watch shows them: what a Service shows is known at once,
 * however late its watch is. Safe for use by many threads.
 */
final class OwnStatuses {
    /** So long a version that is neither the one written to nor shows what was written is taken for an older one. */
    private static final Duration LATE = Duration.ofSeconds(2);

    private record Written(String over, List<String> addresses, Instant at) {}

    private final InstantSource clock;
    private final Map<String, Written> written = new ConcurrentHashMap<>();

    OwnStatuses(InstantSource clock) {
        this.clock = clock;
    }

    /** {@code seen}: the version of the Service that was written to. */
    void wrote(Service seen, List<String> addresses) {
        String uid = seen.getMetadata().getUid();
        if (written.containsKey(uid) || !addresses.equals(ServiceSpecParser.statusIps(seen)))
            written.put(uid,
                    new Written(seen.getMetadata().getResourceVersion(), List.copyOf(addresses), clock.instant()));
    }

    /** The Service with the addresses it shows by now, which may be others than when it was watched. */
    Service latest(Service watched) {
        String uid = watched.getMetadata().getUid();
        Written own = written.get(uid);
        if (own == null)
            return watched;
        boolean before = own.over() != null && own.over().equals(watched.getMetadata().getResourceVersion());
        boolean late = clock.instant().isBefore(own.at().plus(LATE))
                && !ServiceSpecParser.statusIps(watched).equals(own.addresses());
        if (!before && !late) {
            written.remove(uid, own);
            return watched;
        }
        List<LoadBalancerIngress> ingress = own.addresses()
                .stream()
                .map(address -> new LoadBalancerIngressBuilder().withIp(address).build())
                .toList();
        ServiceStatus status = new ServiceStatus();
        if (watched.getStatus() != null)
            status.setConditions(watched.getStatus().getConditions());
        status.setLoadBalancer(new LoadBalancerStatusBuilder().withIngress(ingress).build());
        return new ServiceBuilder(watched).withStatus(status).build();
    }

    /** Forgets Services that are not among these. */
    void keep(Set<String> uids) {
        written.keySet().retainAll(uids);
    }
}
