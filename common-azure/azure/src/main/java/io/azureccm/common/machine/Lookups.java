package io.azureccm.common.machine;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known about machines, or about their sets, without a call: a lookup for each query by node name, the reads that unresolved queries
 * wait for ({@code awaited}, by node name: reads to start now and reads in flight), and the reads to start now. An unresolved query that waits
 * for no read has to be repeated at the time in its {@link MachineLookup.Unknown} or {@link VmSetLookup.Unknown}.
 */
public record Lookups<L>(Map<String, L> lookups, Map<String, Set<String>> awaited, List<MachineRead> reads) {
    public Lookups {
        lookups = Map.copyOf(lookups);
        awaited = Map.copyOf(awaited);
        reads = List.copyOf(reads);
    }

    public static <L> Lookups<L> none() {
        return new Lookups<>(Map.of(), Map.of(), List.of());
    }
}
