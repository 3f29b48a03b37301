package io.azureccm.service.reconcile.turn;

import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlanner;
import java.util.Set;

/**
 * Tells refusals that only a change of something can lift from those that another look at Azure may lift: that a resource is not
 * there, or that Azure refused a write.
 */
public final class RefusalReasons {
    /** What a plan refuses because of other Services, nodes, namespaces, the cloud config, or who owns what in Azure. */
    private static final Set<String> CONFLICTS = Set.of("AddressElsewhere", "BasicLoadBalancer", "ClusterNotConfigured",
            "ConflictingConfiguration", "DNSLabelInUse", "FrontendInUse", "FrontendShared", "LoadBalancersFull",
            "NamespaceUnknown", "NoLoadBalancer", "NotOwned", "PortConflict", "PrivateLinkNotPossible",
            "PrivateLinkTaken", "PublicIPFamilyMismatch", ServicePlanner.HELD, "SecurityGroupFull",
            "SecurityRuleNameTaken",
            "UnknownLoadBalancer", "VMSetNotFound");

    private RefusalReasons() {}

    /** Of a Service as it was planned; of one that was not stopped: that something failed. */
    public static RetryReason of(PlannedService service) {
        return service.stop().filter(stop -> CONFLICTS.contains(stop.refusal().code())).isPresent()
                ? RetryReason.CONFLICTING
                : RetryReason.FAILED;
    }
}
