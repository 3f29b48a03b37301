package io.azureccm.common.exec;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reason of each operation of a plan, from the causes of its changes: the most urgent one counts. An operation on a new
 * or deleted Service, and all operations that it depends on, are equally urgent, so that users do not wait longer because a
 * change takes several steps.
 */
public final class OperationReasons {
    private static final Set<String> NEW_OR_DELETED = Set.of("ServiceAdded", "ServiceDeleted", "FirstFrontend",
            "LoadBalancerWithoutRules", "NewLoadBalancer", "OnlyLoadBalancer", "FewestRules", "PinnedAddress");
    private static final Set<String> DRIFT = Set.of("Drift", "LastWriteFailed", "ConfiguredTags", "LegacyName",
            "Unused",
            "NotAPodCIDR");
    private static final Set<String> CHANGED = Set.of("ServiceChanged", "ServiceMoved", "AccessWanted",
            "AddressReleased",
            "DestinationsChanged", "PoolMembership", "PoolTypeChanged", "NodeJoined", "NodeExcluded", "NodeLeft",
            "PrivateLinkWanted", "PrivateLinkNotWanted", "FrontendNotWanted", "IPVersionChanged", "IPTagsChanged",
            "NoRouteTable", "RouteWanted", "NextHopChanged", "DestinationChanged", "BlocksNode");
    private static final CallReason UNKNOWN = new CallReason(CallPriority.CHANGED, "Other");

    private OperationReasons() {}

    /** The reason for a cause; unknown causes share one, so that the number of reasons stays small. */
    public static CallReason of(String cause) {
        if (NEW_OR_DELETED.contains(cause))
            return new CallReason(CallPriority.NEW_OR_DELETED, cause);
        if (DRIFT.contains(cause))
            return new CallReason(CallPriority.DRIFT, cause);
        return CHANGED.contains(cause) ? new CallReason(CallPriority.CHANGED, cause) : UNKNOWN;
    }

    private static CallReason awaited(CallReason reason) {
        CallReason urgent = new CallReason(CallPriority.NEW_OR_DELETED, reason.cause());
        return reason.forMany() ? urgent.ofMany() : urgent;
    }

    /** By target. */
    public static Map<ArmId, CallReason> of(Plan plan) {
        Map<ArmId, CallReason> reasons = new HashMap<>();
        plan.operations()
                .forEach(operation -> reasons.put(operation.target(),
                        operation.subjects().size() > 1 ? own(operation).ofMany() : own(operation)));
        Set<String> awaited = awaited(plan);
        Set<ArmId> needed = new HashSet<>();
        List<Operation> lastFirst = plan.operations().reversed();
        for (Operation operation : lastFirst) {
            if (operation.subjects().stream().anyMatch(awaited::contains) || needed.contains(operation.target())) {
                reasons.computeIfPresent(operation.target(),
                        (same, reason) -> awaited(reason));
            }
            if (isUrgent(reasons, operation))
                needed.addAll(operation.after());
        }
        return reasons;
    }

    /** The Services that are new or deleted: only these, not all that share a load balancer with them. */
    private static Set<String> awaited(Plan plan) {
        return plan.operations()
                .stream()
                .flatMap(operation -> operation.changes().stream())
                .map(Change::cause)
                .filter(cause -> NEW_OR_DELETED.contains(cause.reason()))
                .flatMap(cause -> Stream.of(cause.subject().split(",")))
                .filter(subject -> !subject.isEmpty())
                .collect(Collectors.toSet());
    }

    private static boolean isUrgent(Map<ArmId, CallReason> reasons, Operation operation) {
        return reasons.get(operation.target()).priority() == CallPriority.NEW_OR_DELETED;
    }

    private static CallReason own(Operation operation) {
        return operation.changes()
                .stream()
                .map(Change::cause)
                .map(cause -> of(cause.reason()))
                .min((one, other) -> one.priority().compareTo(other.priority()))
                .orElse(UNKNOWN);
    }
}
