package io.azureccm.common.machine;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known about machines without a call: a lookup for each question by node name, what has to be read first for those that it
 * leaves open ({@code awaited}, by node name: reads to begin now and reads under way), and the reads to begin now. An open question
 * that awaits nothing has to be asked again when its {@link MachineLookup.Unknown} says so.
 */
public record MachineAnswers(Map<String, MachineLookup> lookups, Map<String, Set<String>> awaited,
        List<MachineRead> reads) {
    public static final MachineAnswers NONE = new MachineAnswers(Map.of(), Map.of(), List.of());

    public MachineAnswers {
        lookups = Map.copyOf(lookups);
        awaited = Map.copyOf(awaited);
        reads = List.copyOf(reads);
    }
}
