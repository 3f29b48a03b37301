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
import java.util.List;
import java.util.OptionalLong;

/**
 * The addresses and all conditions that this process wrote to the status of a Service. Immutable.
 *
 * @param over the resource version that the watch showed when it was written
 * @param version the resource version after the write, empty if unknown
 */
public record StatusWrite(String over, String version, List<String> addresses, List<Condition> conditions,
        Instant at) {
    /**
     * For this long, a version that is neither the one written to nor shows what was written is taken for an older one, if the version
     * after the write is unknown.
     */
    private static final Duration LATE = Duration.ofSeconds(2);
    /** The same if it is known and has no order: a watch shows it sooner or later, unless it has lost its history and lists again. */
    private static final Duration LOST = Duration.ofMinutes(1);

    public StatusWrite {
        addresses = List.copyOf(addresses);
        conditions = List.copyOf(conditions);
    }

    boolean isShownBy(Service service) {
        return addresses.equals(ServiceSpecParser.statusIps(service))
                && conditions.equals(ServiceConditions.conditions(service));
    }

    /** Whether this is newer than the watched Service. */
    boolean isNewerThan(Service watched, Instant now) {
        String seenVersion = watched.getMetadata().getResourceVersion();
        if (seenVersion != null && seenVersion.equals(over))
            return true;
        if (version.equals(seenVersion))
            return false;
        OptionalLong seen = number(seenVersion);
        OptionalLong after = number(version);
        return seen.isPresent() && after.isPresent()
                ? seen.getAsLong() < after.getAsLong()
                : now.isBefore(at.plus(version.isEmpty() ? LATE : LOST)) && !isShownBy(watched);
    }

    /** The watched Service with this status. */
    Service on(Service watched) {
        List<LoadBalancerIngress> ingress = addresses.stream()
                .map(address -> new LoadBalancerIngressBuilder().withIp(address).build())
                .toList();
        ServiceStatus status = new ServiceStatus();
        status.setConditions(conditions);
        status.setLoadBalancer(new LoadBalancerStatusBuilder().withIngress(ingress).build());
        return new ServiceBuilder(watched).withStatus(status).build();
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
}
