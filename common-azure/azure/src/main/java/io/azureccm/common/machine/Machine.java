package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.Optional;

/** A virtual machine in Azure, reduced to what a node needs. {@code scaleSet} is its scale set, uniform or flexible. */
public record Machine(ArmId id, Kind kind, Optional<ArmId> scaleSet, Identity identity, Placement placement,
        State state, List<InterfaceLink> interfaces) implements Identified {
    /** The kind of a machine; availability sets make no difference. */
    public enum Kind {
        /** Instance of a uniform scale set. */
        UNIFORM,
        /** Machine of a flexible scale set. */
        FLEXIBLE,
        /** Machine of an availability set, or standalone. */
        SINGLE
    }

    /**
     * Computer name in lower case, and the VM id, which distinguishes a machine from an earlier one with the same resource
     * id.
     */
    public record Identity(String computerName, String vmId) {}

    /** Size and location as Azure spells them; the zone is empty for a machine without zone. */
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

    /**
     * Placement that is only available from the machine's own metadata; "" for what is not available. The physical zone as
     * Azure spells it ({@code westeurope-AZ01}).
     */
    public record Group(String physicalZone, String subFaultDomain, Interconnect interconnect) {
        public static final Group UNKNOWN = new Group("", "", new Interconnect("", ""));
    }

    /** The ids of the groups of machines with a fast network among them, "" for those that it is not in. */
    public record Interconnect(String group, String subgroup) {}

    /** {@code view} is empty if the machine was read without it. */
    public record State(String provisioning, Optional<InstanceView> view) {}

    /**
     * Power state in lower case without its prefix ({@code running}); fault domain in decimals, empty if Azure does not report
     * it (yet), "" if the machine knows that it has none.
     */
    public record InstanceView(String power, Optional<String> faultDomain) {}

    /** An interface of the machine, and whether the machine marks it as primary. */
    public record InterfaceLink(ArmId id, boolean primary) {}

    public Machine {
        interfaces = List.copyOf(interfaces);
    }

    public boolean isDeleting() {
        return state.provisioning().equalsIgnoreCase("Deleting");
    }

    /** True if it is permanently stopped: provisioned, and neither running nor starting. */
    public boolean isShutDown() {
        return state.provisioning().equalsIgnoreCase("Succeeded") && state.view()
                .filter(seen -> seen.power().equals("stopped") || seen.power().equals("deallocated")
                        || seen.power().equals("deallocating"))
                .isPresent();
    }

    public Optional<String> faultDomain() {
        return state.view().flatMap(InstanceView::faultDomain);
    }

    public Machine withView(Optional<InstanceView> seen) {
        return new Machine(id, kind, scaleSet, identity, placement, new State(state.provisioning(), seen), interfaces);
    }
}
