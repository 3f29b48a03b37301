package io.azureccm.node.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.node.observed.NodeView;
import java.util.Collection;
import java.util.List;

/** Why Azure is asked: a new node is waited for, one that is not ready may be gone; the rest is looking whether anything changed. */
final class Reasons {
    private static final CallReason ADDED = new CallReason(CallPriority.NEW_OR_DELETED, "NodeAdded");
    private static final CallReason NOT_READY = new CallReason(CallPriority.CHANGED, "NodeNotReady");
    private static final CallReason REFRESHED = new CallReason(CallPriority.BACKGROUND, "NodeRefresh");

    /** Of something that is done for all of these nodes. */
    static CallReason of(Collection<NodeView> views) {
        if (views.stream().anyMatch(view -> view.node().isUninitialised()))
            return ADDED;
        return views.stream().allMatch(view -> view.node().isReady() || view.refresh()) ? REFRESHED : NOT_READY;
    }

    static CallReason of(NodeView view) {
        return of(List.of(view));
    }

    private Reasons() {}
}
