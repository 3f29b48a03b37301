package io.azureccm.common.boot.leader;

/** What the leader of a term may do as long as other programs may be at the same work. */
public enum Clearance {
    /** It is not known yet whether another program is at work: nothing is begun. */
    WAITING,
    /** Another program is at work, or nobody can tell: plans are made and printed, and nothing is written. */
    HELD,
    /** Nobody else is: plans are made and carried out. */
    CLEARED
}
