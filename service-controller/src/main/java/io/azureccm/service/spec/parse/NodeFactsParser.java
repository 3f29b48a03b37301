package io.azureccm.service.spec.parse;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.service.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what load balancing needs to know of a node. */
public final class NodeFactsParser {
    public static final String EXCLUDE_LABEL = "node.kubernetes.io/exclude-from-external-load-balancers";
    public static final String MANAGED_LABEL = "kubernetes.azure.com/managed";
    public static final String RESOURCE_GROUP_LABEL = "kubernetes.azure.com/resource-group";
    public static final String AUTOSCALER_TAINT = "ToBeDeletedByClusterAutoscaler";
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    private final String clusterResourceGroup;
    private final Set<String> labelKeys;

    public NodeFactsParser(String clusterResourceGroup) {
        this(clusterResourceGroup, Set.of());
    }

    /** {@code labelKeys}: the labels that load balancers are chosen by; a change of another one changes no facts. */
    public NodeFactsParser(String clusterResourceGroup, Set<String> labelKeys) {
        this.clusterResourceGroup = clusterResourceGroup;
        this.labelKeys = Set.copyOf(labelKeys);
    }

    public NodeFacts parse(Node node) {
        Map<String, String> labels = node.getMetadata().getLabels() == null ? Map.of() : node.getMetadata().getLabels();
        boolean unmanaged = "false".equalsIgnoreCase(labels.getOrDefault(MANAGED_LABEL, ""));
        String group = labels.getOrDefault(RESOURCE_GROUP_LABEL, "");
        boolean elsewhere = !group.isEmpty() && !group.equalsIgnoreCase(clusterResourceGroup);
        boolean excluded = labels.containsKey(EXCLUDE_LABEL) && !FALSE.contains(labels.get(EXCLUDE_LABEL));
        boolean drained = node.getSpec() != null && node.getSpec().getTaints() != null
                && node.getSpec().getTaints().stream().anyMatch(taint -> AUTOSCALER_TAINT.equals(taint.getKey()));
        boolean controlPlane = labels.containsKey("node-role.kubernetes.io/control-plane")
                || labels.containsKey("node-role.kubernetes.io/master")
                || "master".equals(labels.get("kubernetes.io/role"));
        Map<String, String> kept = new HashMap<>(labels);
        kept.keySet().retainAll(labelKeys);
        return new NodeFacts(node.getMetadata().getName(), machine(node), internalIps(node),
                excluded || unmanaged || elsewhere, drained || node.getMetadata().getDeletionTimestamp() != null,
                controlPlane, kept);
    }

    private static Optional<ArmId> machine(Node node) {
        String providerId = node.getSpec() == null ? null : node.getSpec().getProviderID();
        return providerId == null ? Optional.empty() : ProviderId.machine(providerId);
    }

    private static List<String> internalIps(Node node) {
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
