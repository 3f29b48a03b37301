package io.azureccm.service.spec.parse;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads what load balancing needs to know of a node. */
public final class NodeFactsParser {
    public static final String EXCLUDE_LABEL = "node.kubernetes.io/exclude-from-external-load-balancers";
    public static final String MANAGED_LABEL = "kubernetes.azure.com/managed";
    public static final String RESOURCE_GROUP_LABEL = "kubernetes.azure.com/resource-group";
    public static final String AUTOSCALER_TAINT = "ToBeDeletedByClusterAutoscaler";
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    private final String clusterResourceGroup;
    private final Set<String> labelKeys;
    private final DrainFactsParser drains;

    /**
     * {@code labelKeys}: the labels that load balancers are selected by; {@code draining}: the reasons to drain nodes for; {@code
     * drainCondition}: the drain condition of this controller on a Node. A change of another controller's condition does not change the
     * facts.
     */
    public NodeFactsParser(String clusterResourceGroup, Set<String> labelKeys, DrainPolicy draining,
            Function<Node, Optional<ShownCondition>> drainCondition) {
        this.clusterResourceGroup = clusterResourceGroup;
        this.labelKeys = Set.copyOf(labelKeys);
        this.drains = new DrainFactsParser(draining, drainCondition);
    }

    public NodeFacts parse(Node node) {
        Map<String, String> labels = node.getMetadata().getLabels() == null ? Map.of() : node.getMetadata().getLabels();
        String providerId = providerId(node);
        boolean unmanaged = "false".equalsIgnoreCase(labels.getOrDefault(MANAGED_LABEL, ""))
                || !providerId.isEmpty() && !ProviderId.isAzure(providerId);
        String group = labels.getOrDefault(RESOURCE_GROUP_LABEL, "");
        boolean elsewhere = !group.isEmpty() && !group.equalsIgnoreCase(clusterResourceGroup);
        boolean excluded = isExcluded(labels);
        boolean drained = node.getSpec() != null && node.getSpec().getTaints() != null
                && node.getSpec().getTaints().stream().anyMatch(taint -> AUTOSCALER_TAINT.equals(taint.getKey()));
        boolean controlPlane = labels.containsKey("node-role.kubernetes.io/control-plane")
                || labels.containsKey("node-role.kubernetes.io/master")
                || "master".equals(labels.get("kubernetes.io/role"));
        return new NodeFacts(node.getMetadata().getName(), ProviderId.machine(providerId), internalIps(node),
                excluded || unmanaged || elsewhere, drained || node.getMetadata().getDeletionTimestamp() != null,
                controlPlane, Copies.retained(labels, labelKeys), drains.parse(node, unmanaged || elsewhere));
    }

    static boolean isExcluded(Map<String, String> labels) {
        return labels.containsKey(EXCLUDE_LABEL) && !FALSE.contains(labels.get(EXCLUDE_LABEL));
    }

    private static String providerId(Node node) {
        String providerId = node.getSpec() == null ? null : node.getSpec().getProviderID();
        return Objects.requireNonNullElse(providerId, "");
    }

    private static List<String> internalIps(Node node) {
        if (node.getStatus() == null || node.getStatus().getAddresses() == null)
            return List.of();
        return node.getStatus()
                .getAddresses()
                .stream()
                .filter(address -> "InternalIP".equals(address.getType()))
                .map(NodeAddress::getAddress)
                .filter(text -> text != null && IpAddress.isAddress(text))
                .toList();
    }
}
