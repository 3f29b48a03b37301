package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Asks for the machine of a node: by the machine id if given, otherwise by computer name in these resource groups, earlier
 * ones first.
 */
public record MachineQuery(String node, Optional<ArmId> machine, List<String> resourceGroups, Freshness freshness,
        Set<Fact> facts) {
    /** Facts to read in addition to size, location and state. */
    public enum Fact {
        /** Private and public addresses of the primary interface. */
        ADDRESSES,
        /** Its private addresses only, which take fewer reads and permissions. */
        PRIVATE_ADDRESSES,
        /** Power state, for all kinds of machines. */
        POWER,
        /** Fault domain, for machines without zone. */
        FAULT_DOMAIN
    }

    /**
     * A machine counts as found in data requested at {@code found} or later, as missing in data requested at {@code missed}
     * or later.
     */
    public record Freshness(Instant found, Instant missed) {
        public static Freshness since(Instant moment) {
            return new Freshness(moment, moment);
        }
    }

    public MachineQuery {
        resourceGroups = List.copyOf(resourceGroups);
        facts = Set.copyOf(facts);
    }

    /** Whether addresses are to be read, of whatever kind. */
    public boolean wantsAddresses() {
        return facts.contains(Fact.ADDRESSES) || facts.contains(Fact.PRIVATE_ADDRESSES);
    }
}
