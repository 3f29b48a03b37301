package io.azureccm.e2e.azure.updates;

/** The evidence for a rule about Azure, strongest first. */
public enum Evidence {
    /** Seen in recorded traffic. */
    RECORDED,
    /** Documented by Microsoft, or determined by its typed client. */
    DOCUMENTED,
    /** Responses of Azure quoted in a public issue. */
    REPORTED,
    /** Inferred from what controllers rely on, or from a similar rule. */
    INFERRED
}
