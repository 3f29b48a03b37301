package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;

/** Why a pass reads Azure: the most urgent of what made it necessary. */
final class PassReason {
    private static final CallReason DELETED = new CallReason(CallPriority.NEW_OR_DELETED, "ServiceDeleted");
    private static final CallReason ADDED = new CallReason(CallPriority.NEW_OR_DELETED, "ServiceAdded");
    private static final CallReason CHANGED = new CallReason(CallPriority.CHANGED, "ServiceChanged");
    private static final CallReason NODES = new CallReason(CallPriority.CHANGED, "NodesChanged");
    private static final CallReason CHECK = new CallReason(CallPriority.DRIFT, "DriftCheck");

    private PassReason() {}

    static CallReason of(ClusterState clusterState, ChangedObjects dirty) {
        List<ServiceSpec> changed = clusterState.services()
                .stream()
                .filter(service -> dirty.services().contains(service.uid()))
                .toList();
        if (changed.stream().anyMatch(service -> !service.wanted()))
            return DELETED;
        if (changed.stream().anyMatch(service -> service.statusIps().isEmpty()))
            return ADDED;
        if (!changed.isEmpty())
            return CHANGED;
        return dirty.nodes() ? NODES : CHECK;
    }
}
