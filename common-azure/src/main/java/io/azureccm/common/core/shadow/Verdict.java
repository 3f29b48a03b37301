package io.azureccm.common.core.shadow;

/** What a shadow has come to. */
public enum Verdict {
    /** Nothing can be said yet, or not any more: too little was seen. */
    UNDECIDED,
    /** All was compared at rest, without a gap, and nothing differs but what is explained. */
    PASS,
    /** Something differs that nothing explains. */
    FAIL
}
