package io.azureccm.common.machine;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The equivalent of {@link MachineLookups} for sets: lookups and awaited reads by node name, and the reads to start now. */
public record VmSetLookups(Map<String, VmSetLookup> lookups, Map<String, Set<String>> awaited,
        List<MachineRead> reads) {
    public static final VmSetLookups NONE = new VmSetLookups(Map.of(), Map.of(), List.of());

    public VmSetLookups {
        lookups = Map.copyOf(lookups);
        awaited = Map.copyOf(awaited);
        reads = List.copyOf(reads);
    }
}
