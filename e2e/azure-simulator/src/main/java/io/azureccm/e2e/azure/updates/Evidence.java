package io.azureccm.e2e.azure.updates;

/** How a rule about Azure is known, strongest first. */
public enum Evidence {
    /** Seen in recorded traffic. */
    RECORDED,
    /** Said by Microsoft, or fixed by its typed client. */
    DOCUMENTED,
    /** Answers of the real Azure quoted in a public issue. */
    REPORTED,
    /** Concluded from what controllers rely on, or from a rule of a neighbour. */
    INFERRED
}
