package io.azureccm.service.informer;

import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Decides whether a change of a Service can affect its load balancer. */
final class ServiceChange {
    private ServiceChange() {}

    /** {@code labels}: whether load balancers are selected by labels. */
    static boolean matters(Service before, Service after, boolean labels, LoadBalancerClass served) {
        boolean wantedBefore = served.wants(before);
        boolean wantedAfter = served.wants(after);
        boolean isLeaving = served.needsCleanup(after);
        if (!isLeaving && !wantedBefore && !wantedAfter)
            return false;
        return isLeaving && !served.needsCleanup(before) || wantedBefore != wantedAfter || !sameMetadata(before, after)
                || served.isLeftElsewhere(before) != served.isLeftElsewhere(after)
                || labels && !orEmpty(before.getMetadata().getLabels()).equals(orEmpty(after.getMetadata().getLabels()))
                || !sameSpec(before.getSpec(), after.getSpec());
    }

    private static boolean sameMetadata(Service before, Service after) {
        return Objects.equals(before.getMetadata().getUid(), after.getMetadata().getUid())
                && orEmpty(before.getMetadata().getAnnotations()).equals(orEmpty(after.getMetadata().getAnnotations()))
                && Objects.equals(before.getMetadata().getDeletionTimestamp(),
                        after.getMetadata().getDeletionTimestamp());
    }

    private static boolean sameSpec(ServiceSpec before, ServiceSpec after) {
        return orEmpty(before.getLoadBalancerSourceRanges()).equals(orEmpty(after.getLoadBalancerSourceRanges()))
                && orEmpty(before.getPorts()).equals(orEmpty(after.getPorts()))
                && Objects.equals(before.getSessionAffinity(), after.getSessionAffinity())
                && Objects.equals(before.getSessionAffinityConfig(), after.getSessionAffinityConfig())
                && Objects.equals(before.getLoadBalancerIP(), after.getLoadBalancerIP())
                && orEmpty(before.getExternalIPs()).equals(orEmpty(after.getExternalIPs()))
                && Objects.equals(before.getExternalTrafficPolicy(), after.getExternalTrafficPolicy())
                && Objects.equals(before.getHealthCheckNodePort(), after.getHealthCheckNodePort())
                && orEmpty(before.getIpFamilies()).equals(orEmpty(after.getIpFamilies()));
    }

    private static <T> List<T> orEmpty(List<T> list) {
        return list == null ? List.of() : list;
    }

    private static Map<String, String> orEmpty(Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
