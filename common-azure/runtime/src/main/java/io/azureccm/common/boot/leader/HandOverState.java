package io.azureccm.common.boot.leader;

/** What the leader of a term may do while other programs may be doing the same work. */
public enum HandOverState {
    /** It is not known yet whether another program is active: no work is started. */
    WAITING,
    /** Another program is active, or this cannot be determined: plans are made and printed, but nothing is written. */
    HELD,
    /** No other program is active: plans are made and executed. */
    CLEARED
}
