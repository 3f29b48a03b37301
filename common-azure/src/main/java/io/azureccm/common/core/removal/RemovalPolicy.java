package io.azureccm.common.core.removal;

/** How much one plan may take away, and where what is above that is told and approved. */
public record RemovalPolicy(RemovalLimits limits, RemovalApprovals approvals) {
    public static final RemovalPolicy NONE = new RemovalPolicy(RemovalLimits.NONE, RemovalApprovals.NONE);

    /** For planning alone: there is nothing to approve. */
    public RemovalPolicy unheard() {
        return new RemovalPolicy(limits, RemovalApprovals.NONE);
    }

    /** Whether there is anybody who could approve something. */
    public boolean isAsked() {
        return !limits.isNone() && approvals != RemovalApprovals.NONE;
    }
}
