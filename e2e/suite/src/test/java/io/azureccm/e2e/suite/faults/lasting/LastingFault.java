package io.azureccm.e2e.suite.faults.lasting;

import io.azureccm.e2e.azure.faults.Fault;
import java.util.List;
import java.util.Set;

/**
 * Something that Azure refuses, or cannot tell, for as long as it lasts.
 *
 * @param kind what it is counted as, and the name of its faults in the log of calls
 * @param code Azure's error code, which only the culprits may show; "" if others may show it, too
 * @param culprits Services or nodes for whose content it is refused; empty if it concerns everybody
 */
public record LastingFault(String kind, String code, Set<String> culprits, List<Fault> faults) {
    private static final String NAME = "lasting ";

    public LastingFault {
        culprits = Set.copyOf(culprits);
        faults = faults.stream().map(fault -> fault.named(nameOf(kind))).toList();
    }

    /** The name of its faults in the log of calls. */
    static String nameOf(String kind) {
        return NAME + kind;
    }

    /** Whether the faults of a call, by their names, hold a lasting one. */
    static boolean isAmong(String faults) {
        return faults.contains(NAME);
    }

    public boolean concernsEverybody() {
        return culprits.isEmpty();
    }
}
