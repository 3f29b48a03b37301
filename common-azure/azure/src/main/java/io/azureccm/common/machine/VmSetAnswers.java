package io.azureccm.common.machine;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The equivalent of {@link MachineAnswers} for sets: lookups and awaited reads by node name, and the reads to start now. */
public record VmSetAnswers(Map<String, VmSetLookup> lookups, Map<String, Set<String>> awaited,
        List<MachineRead> reads) {
    public static final VmSetAnswers NONE = new VmSetAnswers(Map.of(), Map.of(), List.of());

    public VmSetAnswers {
        lookups = Map.copyOf(lookups);
        awaited = Map.copyOf(awaited);
        reads = List.copyOf(reads);
    }
}
