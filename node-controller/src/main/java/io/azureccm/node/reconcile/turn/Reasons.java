package io.azureccm.node.reconcile.turn;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.node.observed.NodeView;
import java.util.Collection;

/** Why Azure is called: a new node waits, or a node that is not ready may be gone; all other calls look for changes. */
public final class Reasons {
    private static final CallReason ADDED = new CallReason(CallPriority.NEW_OR_DELETED, "NodeAdded");
    private static final CallReason NOT_READY = new CallReason(CallPriority.CHANGED, "NodeNotReady");
    private static final CallReason REFRESHED = new CallReason(CallPriority.BACKGROUND, "NodeRefresh");

    /** The reason for a call that serves all these nodes. */
    public static CallReason of(Collection<NodeView> views) {
        if (views.stream().anyMatch(view -> view.node().isUninitialised()))
            return ADDED;
        return views.stream().allMatch(view -> view.node().isReady() || view.refresh()) ? REFRESHED : NOT_READY;
    }

    private Reasons() {}
}
