package io.azureccm.service.metrics;

import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.informer.WatchedService;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The work done for one Service, in the terms of the reference, which handles one Service at a time.
 * @param features annotations of the Service that the reference distinguishes in its metrics, by their label there
 */
public record ServiceSync(String uid, Kind kind, Set<String> features) {
    /** The three requests that the generic service controller makes to a cloud provider. */
    public enum Kind {
        ENSURE("EnsureLoadBalancer", "services_ensure_loadbalancer"),
        UPDATE("UpdateLoadBalancer",
                "services_update_loadbalancer"),
        DELETE("EnsureLoadBalancerDeleted",
                "services_ensure_loadbalancer_deleted");

        private final String operation;
        private final String request;

        Kind(String operation, String request) {
            this.operation = operation;
            this.request = request;
        }

        String operation() {
            return operation;
        }

        String request() {
            return request;
        }
    }

    static final Map<String, String> LABELS = Map.of("service.beta.kubernetes.io/azure-allowed-service-tags",
            "annotations.allowed_service_tags", "service.beta.kubernetes.io/azure-allowed-ip-ranges",
            "annotations.allowed_ip_ranges", "service.beta.kubernetes.io/azure-load-balancer-internal",
            "annotations.internal_load_balancer", "service.beta.kubernetes.io/load-balancer-source-ranges",
            "annotations.load_balancer_source_ranges", "service.beta.kubernetes.io/azure-additional-public-ips",
            "annotations.additional_public_ips", "service.beta.kubernetes.io/azure-pip-name", "annotations.pip.name",
            "service.beta.kubernetes.io/azure-pip-prefix-id", "annotations.pip.prefix");
    static final String SOURCE_RANGES = "spec.load_balancer_source_ranges";

    public static ServiceSync of(ServiceSpec service, Kind unlessDeleted, WatchedCluster watched) {
        return new ServiceSync(service.uid(), service.wanted() ? unlessDeleted : Kind.DELETE,
                watched.service(service.uid()).map(ServiceSync::features).orElse(Set.of()));
    }

    private static Set<String> features(WatchedService entry) {
        Set<String> features = new TreeSet<>();
        Map<String, String> annotations = entry.service().getMetadata().getAnnotations();
        if (annotations != null)
            LABELS.forEach((annotation, label) -> {
                if (annotations.containsKey(annotation))
                    features.add(label);
            });
        List<String> ranges = entry.service().getSpec() == null
                ? List.of()
                : entry.service().getSpec().getLoadBalancerSourceRanges();
        if (ranges != null && !ranges.isEmpty())
            features.add(SOURCE_RANGES);
        return features;
    }
}
