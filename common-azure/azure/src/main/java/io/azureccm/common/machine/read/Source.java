package io.azureccm.common.machine.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.machine.Identified;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.NetworkInterface;
import io.azureccm.common.machine.PublicIp;
import io.azureccm.common.machine.ScaleSet;
import io.azureccm.common.machine.VmSet;
import java.util.List;
import java.util.Map;

/** One thing to read: a collection, or a single resource as a collection of at most one item. */
sealed interface Source<T extends Identified> {
    /** The collection, or the resource. */
    ArmId id();

    T parse(ObjectNode resource);

    default Map<String, String> query() {
        return Map.of();
    }

    default boolean isSingle() {
        return false;
    }

    /** Names by which an item can be looked up besides its id. */
    default List<String> aliases(T item) {
        return List.of();
    }

    /** The scale sets of a resource group. */
    record ScaleSets(ArmId id) implements Source<ScaleSet> {
        static ScaleSets in(String subscription, String group) {
            return new ScaleSets(ArmId.collection(subscription, group, ArmTypes.SCALE_SET));
        }

        @Override
        public ScaleSet parse(ObjectNode resource) {
            return Resources.scaleSet(resource);
        }
    }

    /** The availability sets of a resource group. */
    record AvailabilitySets(ArmId id) implements Source<VmSet> {
        static AvailabilitySets in(String subscription, String group) {
            return new AvailabilitySets(ArmId.collection(subscription, group, ArmTypes.AVAILABILITY_SET));
        }

        @Override
        public VmSet parse(ObjectNode resource) {
            return Resources.availabilitySet(resource);
        }
    }

    /** The instances of a uniform scale set, with their power states unless disabled. */
    record Instances(ArmId id, boolean withView) implements Source<Machine> {
        @Override
        public Map<String, String> query() {
            return withView ? Resources.EXPAND_VIEW : Map.of();
        }

        @Override
        public Machine parse(ObjectNode resource) {
            return Resources.machine(resource, Kind.UNIFORM);
        }

        @Override
        public List<String> aliases(Machine machine) {
            return Resources.aliases(machine);
        }
    }

    /** The interfaces of all instances of a uniform scale set, by the machine they belong to. */
    record InstanceInterfaces(ArmId id) implements Source<NetworkInterface> {
        static InstanceInterfaces of(ArmId scaleSet) {
            return new InstanceInterfaces(scaleSet.children("networkInterfaces"));
        }

        @Override
        public NetworkInterface parse(ObjectNode resource) {
            return Resources.networkInterface(resource);
        }
    }

    /** The public IPs of all instances of a uniform scale set. */
    record InstancePublicIps(ArmId id) implements Source<PublicIp> {
        static InstancePublicIps of(ArmId scaleSet) {
            return new InstancePublicIps(scaleSet.children("publicIPAddresses"));
        }

        @Override
        public PublicIp parse(ObjectNode resource) {
            return Resources.publicIp(resource);
        }
    }

    /** The machines of a resource group outside uniform scale sets. */
    record Machines(ArmId id) implements Source<Machine> {
        static Machines in(String subscription, String group) {
            return new Machines(ArmId.collection(subscription, group, ArmTypes.VIRTUAL_MACHINE));
        }

        @Override
        public Machine parse(ObjectNode resource) {
            return Resources.machine(resource, Kind.SINGLE);
        }

        @Override
        public List<String> aliases(Machine machine) {
            return Resources.aliases(machine);
        }
    }

    /** The machines of a flexible scale set with their power states. */
    record FlexibleViews(ArmId id, ArmId scaleSet) implements Source<Machine> {
        static FlexibleViews of(ArmId scaleSet) {
            return new FlexibleViews(ArmId.collection(scaleSet.subscription(), scaleSet.resourceGroup(),
                    ArmTypes.VIRTUAL_MACHINE), scaleSet);
        }

        @Override
        public Map<String, String> query() {
            return Map.of("$expand", "instanceView", "$filter",
                    "'virtualMachineScaleSet/id' eq '" + scaleSet + "'");
        }

        @Override
        public Machine parse(ObjectNode resource) {
            return Resources.machine(resource, Kind.FLEXIBLE);
        }
    }

    /** One machine with its power state. */
    record View(ArmId id) implements Source<Machine> {
        @Override
        public Map<String, String> query() {
            return Resources.EXPAND_VIEW;
        }

        @Override
        public boolean isSingle() {
            return true;
        }

        @Override
        public Machine parse(ObjectNode resource) {
            return Resources.machine(resource, Kind.SINGLE);
        }
    }

    /** The machines of a subscription, each with little more than its power state and fault domain. */
    record Views(ArmId id) implements Source<Machine> {
        static Views of(String subscription) {
            return new Views(ArmId.parse("/subscriptions/" + subscription + "/providers/" + ArmTypes.VIRTUAL_MACHINE));
        }

        @Override
        public Map<String, String> query() {
            return Map.of("statusOnly", "true");
        }

        @Override
        public Machine parse(ObjectNode resource) {
            return Resources.machine(resource, Kind.SINGLE);
        }
    }

    /** The interfaces of a resource group. */
    record Interfaces(ArmId id) implements Source<NetworkInterface> {
        static Interfaces in(String subscription, String group) {
            return new Interfaces(ArmId.collection(subscription, group, ArmTypes.NETWORK_INTERFACE));
        }

        @Override
        public NetworkInterface parse(ObjectNode resource) {
            return Resources.networkInterface(resource);
        }
    }

    /** The public IPs of a resource group. */
    record PublicIps(ArmId id) implements Source<PublicIp> {
        static PublicIps in(String subscription, String group) {
            return new PublicIps(ArmId.collection(subscription, group, ArmTypes.PUBLIC_IP));
        }

        @Override
        public PublicIp parse(ObjectNode resource) {
            return Resources.publicIp(resource);
        }
    }
}
