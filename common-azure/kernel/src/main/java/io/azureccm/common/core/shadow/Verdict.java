package io.azureccm.common.core.shadow;

/** The verdict of a shadow. */
public enum Verdict {
    /** No verdict yet, or no longer: too little was observed. */
    UNDECIDED,
    /** Everything was compared at rest, without a gap, and there are no differences except explained ones. */
    PASS,
    /** There is an unexplained difference. */
    FAIL
}
