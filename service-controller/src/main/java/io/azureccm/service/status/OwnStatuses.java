package io.azureccm.service.status;

import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.fabric8.kubernetes.api.model.Condition;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The addresses and conditions that this process has written to statuses and that the watch does not show yet, so that the current status
 * of a Service is known without waiting for the watch. Thread-safe.
 */
final class OwnStatuses {
    /**
     * For this long, a version that is neither the one written to nor shows what was written is taken for an older one, if the version
     * after the write is unknown.
     */
    private static final Duration LATE = Duration.ofSeconds(2);
    /** The same if it is known and has no order: a watch shows it sooner or later, unless it has lost its history and lists again. */
    private static final Duration LOST = Duration.ofMinutes(1);

    /** {@code over}: the version written to; {@code version}: the one after the write, empty if unknown. */
    private record Written(String over, String version, List<String> addresses, List<Condition> conditions,
            Instant at) {
        boolean isShownBy(Service service) {
            return addresses.equals(ServiceSpecParser.statusIps(service))
                    && conditions.equals(ServiceConditions.conditions(service));
        }
    }

    private final InstantSource clock;
    private final Map<String, Written> written = new ConcurrentHashMap<>();

    OwnStatuses(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * {@code seen}: the watched version of the Service that was written to; {@code conditions}: all its conditions after the write; {@code
     * version}: its version after the write, empty if unknown.
     */
    void wrote(Service seen, List<String> addresses, List<Condition> conditions, String version) {
        String uid = seen.getMetadata().getUid();
        Written now = new Written(seen.getMetadata().getResourceVersion(), version, List.copyOf(addresses),
                List.copyOf(conditions), clock.instant());
        if (written.containsKey(uid) || !now.isShownBy(seen))
            written.put(uid, now);
    }

    /** The Service with its latest status, which may be newer than the watched one. */
    Service latest(Service watched) {
        String uid = watched.getMetadata().getUid();
        Written own = written.get(uid);
        if (own == null)
            return watched;
        if (!isOlder(watched, own)) {
            written.remove(uid, own);
            return watched;
        }
        List<LoadBalancerIngress> ingress = own.addresses()
                .stream()
                .map(address -> new LoadBalancerIngressBuilder().withIp(address).build())
                .toList();
        ServiceStatus status = new ServiceStatus();
        status.setConditions(own.conditions());
        status.setLoadBalancer(new LoadBalancerStatusBuilder().withIngress(ingress).build());
        return new ServiceBuilder(watched).withStatus(status).build();
    }

    private boolean isOlder(Service watched, Written own) {
        String version = watched.getMetadata().getResourceVersion();
        if (version != null && version.equals(own.over()))
            return true;
        if (own.version().equals(version))
            return false;
        OptionalLong seen = number(version);
        OptionalLong after = number(own.version());
        return seen.isPresent() && after.isPresent()
                ? seen.getAsLong() < after.getAsLong()
                : clock.instant().isBefore(own.at().plus(own.version().isEmpty() ? LATE : LOST))
                        && !own.isShownBy(watched);
    }

    /**
     * Versions of the same resource are numbers that grow: guaranteed since Kubernetes 1.35, and true of older API servers, whose versions
     * are revisions of etcd. Others can only be compared for equality.
     */
    private static OptionalLong number(String version) {
        return version != null && version.matches("\\d{1,18}")
                ? OptionalLong.of(Long.parseLong(version))
                : OptionalLong.empty();
    }

    /** Drops all Services except these. */
    void keep(Set<String> uids) {
        written.keySet().retainAll(uids);
    }
}
