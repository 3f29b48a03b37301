package io.azureccm.node.observed;

/** The answer of ARM to a request for a single machine. */
public sealed interface MachineExistence {
    MachineExistence PRESENT = new Present();
    MachineExistence GONE = new Gone();

    /** It exists, whatever the lists say. */
    record Present() implements MachineExistence {}

    /** It does not exist, or is being deleted. */
    record Gone() implements MachineExistence {}

    /** No answer, or an inconclusive one. */
    record Unknown(String problem) implements MachineExistence {}
}
