package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.Optional;

/**
 * A virtual machine as Azure shows it, reduced to what a node needs. {@code scaleSet} is the set it is part of, uniform or
 * flexible.
 */
public record Machine(ArmId id, Kind kind, Optional<ArmId> scaleSet, Identity identity, Placement placement,
        State state, List<InterfaceLink> interfaces) implements Identified {
    /** What the machine is part of; availability sets make no difference. */
    public enum Kind {
        /** Instance of a uniform scale set. */
        UNIFORM,
        /** Machine of a flexible scale set. */
        FLEXIBLE,
        /** Machine of an availability set, or on its own. */
        SINGLE
    }

    /** Computer name in lower case, and what tells a machine from one of the same id that was there before it. */
    public record Identity(String computerName, String vmId) {}

    /** Size and place as Azure spells them; the zone is empty for a machine that is in none. */
    public record Placement(String size, String location, String zone, Group group, Optional<ArmId> availabilitySet) {
        public Placement(String size, String location, String zone) {
            this(size, location, zone, Optional.empty());
        }

        public Placement(String size, String location, String zone, Group group) {
            this(size, location, zone, group, Optional.empty());
        }

        public Placement(String size, String location, String zone, Optional<ArmId> availabilitySet) {
            this(size, location, zone, Group.UNKNOWN, availabilitySet);
        }
    }

    /** What only the machine itself is told of its place, by its metadata: "" for what is not told. */
    public record Group(String subFaultDomain, String interconnectGroup) {
        public static final Group UNKNOWN = new Group("", "");
    }

    /** {@code view} is empty when the machine was read without it. */
    public record State(String provisioning, Optional<InstanceView> view) {}

    /** Power state in lower case without its prefix ({@code running}), and fault domain in decimals; "" for what is not told. */
    public record InstanceView(String power, String faultDomain) {}

    /** An interface of the machine and whether the machine calls it its primary one. */
    public record InterfaceLink(ArmId id, boolean primary) {}

    public Machine {
        interfaces = List.copyOf(interfaces);
    }

    public boolean isDeleting() {
        return state.provisioning().equalsIgnoreCase("Deleting");
    }

    /** True when it is stopped for good: provisioned, and neither running nor on its way to it. */
    public boolean isShutDown() {
        return state.provisioning().equalsIgnoreCase("Succeeded") && state.view()
                .filter(seen -> seen.power().equals("stopped") || seen.power().equals("deallocated")
                        || seen.power().equals("deallocating"))
                .isPresent();
    }

    public Optional<String> faultDomain() {
        return state.view().map(InstanceView::faultDomain).filter(domain -> !domain.isEmpty());
    }

    public Machine withView(Optional<InstanceView> seen) {
        return new Machine(id, kind, scaleSet, identity, placement, new State(state.provisioning(), seen), interfaces);
    }
}
