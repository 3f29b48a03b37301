package io.azureccm.node.spec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.ProviderId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Node as far as it concerns its machine. {@code providerId} is empty if there is none; {@code readiness} is that of
 * the Ready condition; {@code network} is the NetworkUnavailable condition, if there is one.
 */
public record NodeFacts(Identity identity, String providerId, Map<String, String> labels, List<Address> addresses,
        List<NodeTaint> taints, Conditions conditions, Optional<String> providedIps) {
    /** Name, UID and creation time; {@code leaving} if the Node is being deleted. */
    public record Identity(String name, String uid, Instant created, boolean leaving) {}

    /** An address with its type as Kubernetes writes it, for example {@code InternalIP}. */
    public record Address(String type, String address) {
        @Override
        public String toString() {
            return type + "=" + address;
        }
    }

    /** A taint; {@code value} is empty if it has none. */
    public record NodeTaint(String key, String value, String effect) {
        public boolean is(String otherKey, String otherEffect) {
            return key.equals(otherKey) && effect.equals(otherEffect);
        }

        @Override
        public String toString() {
            return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
        }
    }

    /** The Ready condition, and the condition of its network. */
    public record Conditions(boolean ready, Optional<NetworkCondition> network) {}

    /** Status and reason of the NetworkUnavailable condition. */
    public record NetworkCondition(String status, String reason) {}

    public NodeFacts {
        labels = Map.copyOf(labels);
        addresses = List.copyOf(addresses);
        taints = List.copyOf(taints);
    }

    public String name() {
        return identity.name();
    }

    public boolean isReady() {
        return conditions.ready();
    }

    /** True until a controller has initialised the node. */
    public boolean isUninitialised() {
        return taints.stream().anyMatch(taint -> taint.key().equals(NodeKeys.UNINITIALISED));
    }

    /**
     * False if {@code spec.providerID} is not one of Azure: the node is left to the controllers of its own cloud. A node without
     * provider ID may become one of any cloud.
     */
    public boolean isOfThisCloud() {
        return providerId.isEmpty() || ProviderId.isAzure(providerId);
    }

    /** The machine that {@code spec.providerID} names. */
    public Optional<ArmId> machine() {
        return ProviderId.machine(providerId);
    }

    /** False for a node that is labelled as a machine outside this cloud. */
    public boolean isManaged() {
        return !"false".equalsIgnoreCase(labels.getOrDefault(NodeKeys.MANAGED, ""));
    }

    /** The resource group named in the node's label; empty for that of the cluster. */
    public Optional<String> resourceGroup() {
        return Optional.ofNullable(labels.get(NodeKeys.RESOURCE_GROUP)).filter(group -> !group.isEmpty());
    }

    public boolean hasTaint(String key, String effect) {
        return taints.stream().anyMatch(taint -> taint.is(key, effect));
    }
}
