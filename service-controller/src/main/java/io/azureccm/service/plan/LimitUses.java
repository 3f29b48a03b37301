package io.azureccm.service.plan;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.preview.LimitUse;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.AzureLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The usage of Azure limits by the load balancers and the security group that a plan writes, according to Azure's documentation of
 * subscription limits: rules and frontends by the SKU of the load balancer, and rules of a security group.
 */
public final class LimitUses {
    private LimitUses() {}

    public static List<LimitUse> of(Plan plan, ObservedState before) {
        List<LimitUse> uses = new ArrayList<>();
        for (Operation operation : plan.operations()) {
            if (operation.verb() != Operation.Verb.PUT)
                continue;
            if (operation.target().hasType(ArmTypes.LOAD_BALANCER)) {
                loadBalancer(operation, before.loadBalancer(operation.target()), uses);
            } else if (operation.target().hasType(ArmTypes.SECURITY_GROUP)) {
                securityGroup(operation, before.securityGroup(), uses);
            }
        }
        return uses;
    }

    private static void securityGroup(Operation operation, Optional<SecurityGroup> before, List<LimitUse> uses) {
        SecurityGroup after = SecurityGroup.of(operation.body());
        uses.add(use(operation, "rules", before.map(group -> group.rules().size()).orElse(0), after.rules().size(),
                AzureLimits.SECURITY_RULES));
        uses.add(use(operation, "prefixes", before.map(UsedLimits::prefixes).orElse(0), UsedLimits.prefixes(after),
                AzureLimits.SECURITY_PREFIXES));
    }

    private static void loadBalancer(Operation operation, LoadBalancer before, List<LimitUse> uses) {
        LoadBalancer after = LoadBalancer.of(operation.target(), operation.body());
        AzureLimits.OfLoadBalancer limits = AzureLimits.OfLoadBalancer.of(after);
        uses.add(use(operation, "rules", rules(before), rules(after), limits.rules()));
        uses.add(use(operation, "frontends", before.frontends().size(), after.frontends().size(),
                limits.frontends()));
        // The members of pools of interfaces are stored at the machines, and the write of a load balancer does not change them.
        if (UsedLimits.members(before) != UsedLimits.members(after))
            uses.add(use(operation, "members", UsedLimits.members(before), UsedLimits.members(after),
                    limits.members()));
    }

    /** Azure counts rules of both kinds together. */
    static int rules(LoadBalancer balancer) {
        return balancer.rules(Rule.Kind.LOAD_BALANCING).size() + balancer.rules(Rule.Kind.INBOUND_NAT).size();
    }

    private static LimitUse use(Operation operation, String counted, int before, int after, int max) {
        return new LimitUse(operation.target().shortName(), counted, before, after, max);
    }
}
