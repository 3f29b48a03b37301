package io.azureccm.common.machine;

import java.time.Instant;
import java.util.Collection;

/**
 * What was known about machines at one moment: an immutable value that answers queries without a call, and always in the same
 * way. A query that it cannot answer names the reads that would.
 */
public interface SeenMachines {
    /** Nothing is known, and nothing has to be read. */
    SeenMachines NONE = new SeenMachines() {
        @Override
        public Lookups<MachineLookup> lookUp(Collection<MachineQuery> queries, Instant now) {
            return Lookups.none();
        }

        @Override
        public Lookups<VmSetLookup> lookUpVmSets(Collection<VmSetQuery> queries, Instant now) {
            return Lookups.none();
        }
    };

    Lookups<MachineLookup> lookUp(Collection<MachineQuery> queries, Instant now);

    /** The scale sets or availability sets of machines. */
    Lookups<VmSetLookup> lookUpVmSets(Collection<VmSetQuery> queries, Instant now);
}
