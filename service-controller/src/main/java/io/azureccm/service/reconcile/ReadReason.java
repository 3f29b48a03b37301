package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Set;

/** The reason for a call to Azure: the most urgent one that made it necessary. */
final class ReadReason {
    private static final CallReason DELETED = new CallReason(CallPriority.NEW_OR_DELETED, "ServiceDeleted");
    private static final CallReason ADDED = new CallReason(CallPriority.NEW_OR_DELETED, "ServiceAdded");
    private static final CallReason CHANGED = new CallReason(CallPriority.CHANGED, "ServiceChanged");
    private static final CallReason NODES = new CallReason(CallPriority.CHANGED, "NodesChanged");
    private static final CallReason CHECK = new CallReason(CallPriority.DRIFT, "DriftCheck");

    private ReadReason() {}

    static CallReason of(KnownState known) {
        Set<String> changes = known.requests().changes();
        List<ServiceSpec> changed = known.services()
                .stream()
                .filter(service -> changes.contains(service.uid()))
                .toList();
        if (changed.stream().anyMatch(service -> !service.wanted()))
            return DELETED;
        if (changed.stream().anyMatch(service -> known.cluster().clusterState().statusIps(service).isEmpty()))
            return ADDED;
        if (!changed.isEmpty())
            return CHANGED;
        return known.requests().nodes() ? NODES : CHECK;
    }
}
