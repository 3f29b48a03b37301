package io.azureccm.node.spec;

import io.azureccm.node.spec.NodeFacts.Address;
import io.azureccm.node.spec.NodeFacts.Conditions;
import io.azureccm.node.spec.NodeFacts.Identity;
import io.azureccm.node.spec.NodeFacts.NetworkCondition;
import io.azureccm.node.spec.NodeFacts.NodeTaint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Parses a Node into {@link NodeFacts}; missing fields become empty values. */
public final class NodeFactsParser {
    private NodeFactsParser() {}

    public static NodeFacts parse(Node node) {
        ObjectMeta meta = node.getMetadata();
        NodeSpec spec = Objects.requireNonNullElseGet(node.getSpec(), NodeSpec::new);
        NodeStatus status = Objects.requireNonNullElseGet(node.getStatus(), NodeStatus::new);
        Map<String, String> annotations = Objects.requireNonNullElse(meta.getAnnotations(), Map.of());
        Identity identity = new Identity(meta.getName(), text(meta.getUid()), created(meta.getCreationTimestamp()),
                meta.getDeletionTimestamp() != null);
        return new NodeFacts(identity, text(spec.getProviderID()),
                Objects.requireNonNullElse(meta.getLabels(), Map.of()),
                orEmpty(status.getAddresses()).stream()
                        .map(each -> new Address(text(each.getType()), text(each.getAddress())))
                        .toList(),
                orEmpty(spec.getTaints()).stream()
                        .map(each -> new NodeTaint(text(each.getKey()), text(each.getValue()), text(each.getEffect())))
                        .toList(),
                conditions(orEmpty(status.getConditions())),
                Optional.ofNullable(annotations.get(NodeKeys.PROVIDED_IPS)));
    }

    public static boolean isReady(Node node) {
        return node.getStatus() != null && conditions(orEmpty(node.getStatus().getConditions())).ready();
    }

    /** The resource group named in the Node's label. */
    public static Optional<String> resourceGroup(Node node) {
        Map<String, String> labels = Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        return Optional.ofNullable(labels.get(NodeKeys.RESOURCE_GROUP)).filter(group -> !group.isEmpty());
    }

    private static Conditions conditions(List<NodeCondition> conditions) {
        boolean ready = conditions.stream()
                .anyMatch(each -> "Ready".equals(each.getType()) && "True".equals(each.getStatus()));
        return new Conditions(ready, conditions.stream()
                .filter(each -> "NetworkUnavailable".equals(each.getType()))
                .map(each -> new NetworkCondition(text(each.getStatus()), text(each.getReason())))
                .findFirst());
    }

    private static Instant created(String timestamp) {
        try {
            return timestamp == null ? Instant.EPOCH : Instant.parse(timestamp);
        } catch (DateTimeException unreadable) {
            return Instant.EPOCH;
        }
    }

    private static String text(String value) {
        return Objects.requireNonNullElse(value, "");
    }

    private static <T> List<T> orEmpty(List<T> list) {
        return list == null ? List.of() : list;
    }
}
