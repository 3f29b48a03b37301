package io.azureccm.common.machine;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known about machines without a call: a lookup for each query by node name, the reads that unresolved queries wait
 * for ({@code awaited}, by node name: reads to start now and reads in flight), and the reads to start now. An unresolved
 * query that waits for no read has to be repeated at the time in its {@link MachineLookup.Unknown}.
 */
public record MachineLookups(Map<String, MachineLookup> lookups, Map<String, Set<String>> awaited,
        List<MachineRead> reads) {
    public static final MachineLookups NONE = new MachineLookups(Map.of(), Map.of(), List.of());

    public MachineLookups {
        lookups = Map.copyOf(lookups);
        awaited = Map.copyOf(awaited);
        reads = List.copyOf(reads);
    }
}
