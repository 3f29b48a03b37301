package io.azureccm.node.observed;

/** The answer of ARM to a request for a single machine. */
public sealed interface Presence {
    Presence PRESENT = new Present();
    Presence GONE = new Gone();

    /** It exists, whatever the lists say. */
    record Present() implements Presence {}

    /** It does not exist, or is being deleted. */
    record Gone() implements Presence {}

    /** No answer, or an inconclusive one. */
    record Unknown(String problem) implements Presence {}
}
