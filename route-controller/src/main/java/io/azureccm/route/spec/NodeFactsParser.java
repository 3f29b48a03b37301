package io.azureccm.route.spec;

import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.route.spec.NodeFacts.Care;
import io.azureccm.route.spec.NodeFacts.Provider;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Parses the facts of a node that matter to routes; without a filter it includes every node. */
public record NodeFactsParser(Optional<NodeFilter> filter) {
    public static final String MANAGED_LABEL = "kubernetes.azure.com/managed";

    public NodeFacts parse(Node node) {
        return new NodeFacts(node.getMetadata().getName(), Objects.requireNonNullElse(node.getMetadata().getUid(), ""),
                Objects.requireNonNullElse(node.getMetadata().getCreationTimestamp(), ""), podCidrs(node),
                internalAddresses(node), provider(node), care(node));
    }

    private Care care(Node node) {
        Map<String, String> labels = Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        if (!filter.map(each -> each.selector().matches(labels)).orElse(true))
            return Care.LEFT_OUT;
        if ("false".equalsIgnoreCase(labels.get(MANAGED_LABEL)))
            return Care.UNMANAGED;
        return provider(node).isElsewhere() ? Care.ELSEWHERE : Care.OURS;
    }

    private static List<String> podCidrs(Node node) {
        if (node.getSpec() == null || node.getSpec().getPodCIDRs() == null)
            return List.of();
        return node.getSpec().getPodCIDRs().stream().filter(Objects::nonNull).distinct().toList();
    }

    private static Provider provider(Node node) {
        String providerId = node.getSpec() == null ? null : node.getSpec().getProviderID();
        return Provider.of(Objects.requireNonNullElse(providerId, ""));
    }

    private static List<String> internalAddresses(Node node) {
        if (node.getStatus() == null || node.getStatus().getAddresses() == null)
            return List.of();
        return node.getStatus()
                .getAddresses()
                .stream()
                .filter(address -> "InternalIP".equals(address.getType()))
                .map(NodeAddress::getAddress)
                .toList();

    }
}
