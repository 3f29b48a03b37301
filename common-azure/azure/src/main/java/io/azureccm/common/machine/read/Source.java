package io.azureccm.common.machine.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.machine.Identified;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.NetworkInterface;
import io.azureccm.common.machine.PublicIp;
import io.azureccm.common.machine.ScaleSet;
import io.azureccm.common.machine.VmSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One thing to read: the collection {@code id} with this query, or the resource as a collection of at most one item.
 */
record Source<T extends Identified>(Kind kind, ArmId id, Map<String, String> query) {
    /** What is read, and how an item of it becomes facts. */
    enum Kind {
        SCALE_SETS(Resources::scaleSet),
        AVAILABILITY_SETS(Resources::availabilitySet),
        /** The instances of a uniform scale set. */
        INSTANCES(json -> Resources.machine(json, Machine.Kind.UNIFORM)),
        /** The interfaces of all instances of a uniform scale set. */
        INSTANCE_INTERFACES(Resources::networkInterface),
        INSTANCE_PUBLIC_IPS(Resources::publicIp),
        /** The machines of a resource group outside uniform scale sets. */
        MACHINES(json -> Resources.machine(json, Machine.Kind.SINGLE)),
        /** The machines of a flexible scale set with their power states. */
        FLEXIBLE_VIEWS(json -> Resources.machine(json, Machine.Kind.FLEXIBLE)),
        /** One machine with its power state. */
        VIEW(json -> Resources.machine(json, Machine.Kind.SINGLE)),
        /** The machines of a subscription, each with little more than its power state and fault domain. */
        VIEWS(json -> Resources.machine(json, Machine.Kind.SINGLE)),
        INTERFACES(Resources::networkInterface),
        PUBLIC_IPS(Resources::publicIp);

        private final Function<ObjectNode, Identified> facts;

        Kind(Function<ObjectNode, Identified> facts) {
            this.facts = facts;
        }
    }

    Source {
        // In one order, because lanes and requests have it in their names.
        query = Collections.unmodifiableMap(new TreeMap<>(query));
    }

    static Source<ScaleSet> scaleSets(String subscription, String group) {
        return ofGroup(Kind.SCALE_SETS, subscription, group, ArmTypes.SCALE_SET);
    }

    static Source<VmSet> availabilitySets(String subscription, String group) {
        return ofGroup(Kind.AVAILABILITY_SETS, subscription, group, ArmTypes.AVAILABILITY_SET);
    }

    /** With their power states unless disabled. */
    static Source<Machine> instances(ArmId scaleSet, boolean withView) {
        return new Source<>(Kind.INSTANCES, scaleSet.children("virtualMachines"),
                withView ? Resources.EXPAND_VIEW : Map.of());
    }

    static Source<NetworkInterface> instanceInterfaces(ArmId scaleSet) {
        return new Source<>(Kind.INSTANCE_INTERFACES, scaleSet.children("networkInterfaces"), Map.of());
    }

    static Source<PublicIp> instancePublicIps(ArmId scaleSet) {
        return new Source<>(Kind.INSTANCE_PUBLIC_IPS, scaleSet.children("publicIPAddresses"), Map.of());
    }

    static Source<Machine> machines(String subscription, String group) {
        return ofGroup(Kind.MACHINES, subscription, group, ArmTypes.VIRTUAL_MACHINE);
    }

    static Source<Machine> flexibleViews(ArmId scaleSet) {
        return new Source<>(Kind.FLEXIBLE_VIEWS, machines(scaleSet.subscription(), scaleSet.resourceGroup()).id(),
                Map.of("$expand", "instanceView", "$filter", "'virtualMachineScaleSet/id' eq '" + scaleSet + "'"));
    }

    static Source<Machine> view(ArmId machine) {
        return new Source<>(Kind.VIEW, machine, Resources.EXPAND_VIEW);
    }

    static Source<Machine> views(String subscription) {
        return new Source<>(Kind.VIEWS,
                ArmId.parse("/subscriptions/" + subscription + "/providers/" + ArmTypes.VIRTUAL_MACHINE),
                Map.of("statusOnly", "true"));
    }

    static Source<NetworkInterface> interfaces(String subscription, String group) {
        return ofGroup(Kind.INTERFACES, subscription, group, ArmTypes.NETWORK_INTERFACE);
    }

    static Source<PublicIp> publicIps(String subscription, String group) {
        return ofGroup(Kind.PUBLIC_IPS, subscription, group, ArmTypes.PUBLIC_IP);
    }

    private static <T extends Identified> Source<T> ofGroup(Kind kind, String subscription, String group,
            String type) {
        return new Source<>(kind, ArmId.collection(subscription, group, type), Map.of());
    }

    @SuppressWarnings("unchecked")
    T parse(ObjectNode resource) {
        // The factories above are the only ones to choose T, and choose it by the kind.
        return (T) kind.facts.apply(resource);
    }

    boolean isSingle() {
        return kind == Kind.VIEW;
    }

    /** Names by which an item can be looked up besides its id. */
    List<String> aliases(T item) {
        return (kind == Kind.INSTANCES || kind == Kind.MACHINES) && item instanceof Machine machine
                ? Resources.aliases(machine)
                : List.of();
    }
}
