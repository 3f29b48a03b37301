package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which machine is behind a node? With a machine id that one is looked for, otherwise one of that computer name, in these
 * resource groups, the first before the others.
 */
public record MachineQuery(String node, Optional<ArmId> machine, List<String> resourceGroups, Freshness freshness,
        Set<Fact> facts) {
    /** What is to be known besides size, place and state. */
    public enum Fact {
        /** Private and public addresses of the primary interface. */
        ADDRESSES,
        /** Power state, whatever the machine. */
        POWER,
        /** Fault domain, of machines that are in no zone. */
        FAULT_DOMAIN
    }

    /** A machine counts as found in what was asked for at {@code found} or later, as missing at {@code missed} or later. */
    public record Freshness(Instant found, Instant missed) {
        public static Freshness since(Instant moment) {
            return new Freshness(moment, moment);
        }
    }

    public MachineQuery {
        resourceGroups = List.copyOf(resourceGroups);
        facts = Set.copyOf(facts);
    }
}
