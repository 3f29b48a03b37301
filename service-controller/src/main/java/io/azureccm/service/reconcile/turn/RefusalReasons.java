package io.azureccm.service.reconcile.turn;

import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlanner;
import java.util.Set;

/**
 * Distinguishes refusals that only a change can resolve from those that another read of Azure may resolve: a missing resource, or a write
 * that Azure refused.
 */
public final class RefusalReasons {
    /** Refusals of plans because of other Services, nodes, namespaces, the cloud config, or ownership in Azure. */
    private static final Set<String> CONFLICTS = Set.of("AddressElsewhere", "AddressHeld", "AddressNotShared",
            "BasicLoadBalancer",
            "ClusterNotConfigured",
            "ConflictingConfiguration", "DNSLabelInUse", "FrontendInUse", "FrontendShared", "LoadBalancerFull",
            "LoadBalancersFull", "NamespaceUnknown", "NoLoadBalancer", "NotOwned", "PortConflict",
            "PrivateLinkNotOwned", "PrivateLinkNotPossible",
            "PrivateLinkTaken", "PublicIPFamilyMismatch", "PublicIPFull", ServicePlanner.HELD, "SecurityGroupFull",
            "SecurityRuleNameTaken",
            "UnknownLoadBalancer", "VMSetNotFound");

    private RefusalReasons() {}

    /** The retry reason of a planned Service; FAILED if it was not stopped. */
    public static RetryReason of(PlannedService service) {
        return service.stop().filter(stop -> CONFLICTS.contains(stop.refusal().code())).isPresent()
                ? RetryReason.CONFLICTING
                : RetryReason.FAILED;
    }
}
