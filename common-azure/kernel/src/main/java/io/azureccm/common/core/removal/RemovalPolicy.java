package io.azureccm.common.core.removal;

/** How much one plan may remove, and where larger removals are reported and approved. */
public record RemovalPolicy(RemovalLimits limits, RemovalApprovals approvals) {
    public static final RemovalPolicy NONE = new RemovalPolicy(RemovalLimits.NONE, RemovalApprovals.NONE);

    /** For planning only: there is nothing to approve. */
    public RemovalPolicy withoutApprovals() {
        return new RemovalPolicy(limits, RemovalApprovals.NONE);
    }

    /** The same with this limit for a kind. */
    public RemovalPolicy with(Removal.Kind kind, int max) {
        return new RemovalPolicy(limits.with(kind, max), approvals);
    }

    /** Whether anybody could approve something. */
    public boolean isAsked() {
        return !limits.isNone() && approvals != RemovalApprovals.NONE;
    }
}
