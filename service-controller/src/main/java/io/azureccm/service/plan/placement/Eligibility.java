package io.azureccm.service.plan.placement;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.config.value.LabelSelector;
import io.azureccm.service.plan.context.Decision;
import io.azureccm.service.spec.PlacementSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The configured load balancers that are eligible for one Service: those that its annotation names, except those that do not accept new
 * Services or whose selectors do not match. If any selector matches, configurations without selectors are not eligible.
 */
record Eligibility(List<MultipleLoadBalancer> configurations) {
    /** {@code current}: the current configurations of the Service, lower case; {@code namespaceLabels}: empty until they are known. */
    Decision<List<MultipleLoadBalancer>> of(ServiceSpec service, Set<String> current,
            Optional<Map<String, String>> namespaceLabels) {
        PlacementSpec spec = service.placement();
        String subject = "service \"" + service.key().name() + "\" ";
        if (!spec.configurations().isEmpty() && pinsAddress(service)) {
            return Decision.refused("ConflictingConfiguration", service.subject(),
                    subject + "has conflicting load balancer configuration: both a load balancer name ("
                            + ServiceAnnotation.CONFIGURATIONS.key()
                            + ") and an IP address are specified. An address is on one load balancer only: keep one of them");
        }
        List<MultipleLoadBalancer> named = configurations.stream()
                .filter(each -> spec.configurations().isEmpty() || spec.configurations().contains(fold(each)))
                .toList();
        if (named.isEmpty()) {
            return Decision.refused("UnknownLoadBalancer", service.subject(),
                    subject + "selects " + spec.configurations().size()
                            + " load balancers by annotation, but none of them is defined in cloud provider configuration: "
                            + ServiceAnnotation.CONFIGURATIONS.key() + "=\""
                            + String.join(",", spec.configurations()) + "\", defined are " + names(configurations));
        }
        if (namespaceLabels.isEmpty()
                && named.stream().anyMatch(each -> each.serviceNamespaceSelector().isPresent())) {
            return Decision.refused("NamespaceUnknown", service.subject(),
                    subject + "waits until the labels of its namespace " + service.key().namespace() + " are known");
        }
        return select(service, named, current, namespaceLabels.orElse(Map.of()));
    }

    private static Decision<List<MultipleLoadBalancer>> select(ServiceSpec service,
            List<MultipleLoadBalancer> named, Set<String> current, Map<String, String> namespace) {
        PlacementSpec spec = service.placement();
        List<MultipleLoadBalancer> closed = new ArrayList<>();
        List<MultipleLoadBalancer> otherLabels = new ArrayList<>();
        List<MultipleLoadBalancer> otherNamespaces = new ArrayList<>();
        List<MultipleLoadBalancer> selected = new ArrayList<>();
        List<MultipleLoadBalancer> open = new ArrayList<>();
        for (MultipleLoadBalancer each : named) {
            if (!each.allowServicePlacement() && !current.contains(fold(each))) {
                closed.add(each);
            } else if (excludes(each.serviceLabelSelector(), spec.labels())) {
                otherLabels.add(each);
            } else if (excludes(each.serviceNamespaceSelector(), namespace)) {
                otherNamespaces.add(each);
            } else if (each.serviceLabelSelector().isPresent() || each.serviceNamespaceSelector().isPresent()) {
                selected.add(each);
            } else {
                open.add(each);
            }
        }
        List<MultipleLoadBalancer> eligible = selected.isEmpty() ? open : selected;
        if (!eligible.isEmpty())
            return Decision.of(eligible);
        return Decision.refused("NoLoadBalancer", service.subject(), "service \"" + service.subject() + "\" selects "
                + named.size() + " load balancers (" + names(named) + "), but "
                + closed.size() + " of them (" + names(closed)
                + ") have AllowServicePlacement set to false and the service is not using any of them, "
                + otherLabels.size() + " of them (" + names(otherLabels)
                + ") do not match the service label selector, and "
                + otherNamespaces.size() + " of them (" + names(otherNamespaces)
                + ") do not match the service namespace selector");
    }

    /** True if the Service specifies an address or a public IP, wherever that is. */
    static boolean pinsAddress(ServiceSpec service) {
        return !service.address().fixedIps().isEmpty() || !service.address().publicIpNames().isEmpty();
    }

    private static boolean excludes(Optional<LabelSelector> selector, Map<String, String> labels) {
        return selector.isPresent() && !selector.get().matches(labels);
    }

    private static String names(List<MultipleLoadBalancer> list) {
        return list.stream().map(MultipleLoadBalancer::name).collect(Collectors.joining(", "));
    }

    private static String fold(MultipleLoadBalancer configuration) {
        return configuration.name().toLowerCase(Locale.ROOT);
    }
}
