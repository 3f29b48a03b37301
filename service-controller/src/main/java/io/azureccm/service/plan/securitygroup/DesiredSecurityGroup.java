package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.loadbalancer.DesiredLoadBalancers;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.plan.securitygroup.SecurityGroupPlanner.SecurityPlan;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The last part of a plan: the security group for all Services. Services whose rules Azure would reject, because the group is full or an
 * unmanaged rule has the name, are stopped: their existing rules stay, and the other Services get theirs. The observed state must contain
 * the security group.
 */
public record DesiredSecurityGroup(PlannerSettings settings, ObservedState observedState, Placement placement,
        DesiredLoadBalancers.Result built, Membership membership, PlanMemory memory) {
    /** The Services with their stops, and the desired group. */
    public record Result(ServiceDecisions services, SecurityPlan security) {}

    private record Ranges(Set<String> all) {}

    /** {@code frontends}: by UID, of each Service that has all of its own. {@code notices} gets those about destinations. */
    public Result plan(ServiceDecisions services, Map<String, List<FrontendModel>> frontends, Notices notices) {
        SecurityGroup group = observedState.securityGroup().orElseThrow();
        SecurityRulePlanner access = access(services, group);
        DesiredSecurityRules desiredRules = access.plan(services, frontends);
        Map<String, Refusal> refused = takenNames(group, desiredRules);
        ServiceDecisions planned = services.refusing(Stage.ACCESS, refused);
        if (!refused.isEmpty())
            desiredRules = access.plan(planned, frontends);
        refused = new SecurityGroupLimits(settings.securityGroupName(), group, access::holding).refusals(desiredRules);
        planned = planned.refusing(Stage.ACCESS, refused);
        if (!refused.isEmpty())
            desiredRules = access.plan(planned, frontends);
        access.notices().forEach(notices::add);
        return new Result(planned, new SecurityGroupPlanner(settings, group, memory).plan(desiredRules));
    }

    /**
     * The Services (by UID) that need a rule whose name is used by a rule outside the managed priority range. Such a rule is unmanaged: it is
     * not modified, and it is sufficient if it already allows what is needed.
     */
    private static Map<String, Refusal> takenNames(SecurityGroup group, DesiredSecurityRules desiredRules) {
        Map<String, SecurityGroup.Rule> foreign = new HashMap<>();
        group.rules()
                .stream()
                .filter(rule -> !rule.managed() && SecurityRule.isName(rule.name()))
                .forEach(rule -> foreign.put(rule.key(), rule));
        if (foreign.isEmpty())
            return Map.of();
        Map<String, Refusal> refusals = new LinkedHashMap<>();
        for (DesiredSecurityRules.DesiredRule desired : desiredRules.desiredRules()) {
            SecurityGroup.Rule rule = foreign.get(SecurityRule.key(desired.rule().name()));
            if (rule != null && !(rule.matches(desired.rule())
                    && rule.destinations().containsAll(desired.rule().destinations())))
                refusals.putIfAbsent(desired.service().uid(), new Refusal("SecurityRuleNameTaken",
                        desired.service().subject(), "security rule \"" + rule.name()
                                + "\" is needed, but a rule of that name exists with priority " + rule.priority()
                                + ", outside " + SecurityRule.MIN_PRIORITY + " to " + SecurityRule.MAX_PRIORITY
                                + ", which is never modified: rename or remove it"));
        }
        return refusals;
    }

    private SecurityRulePlanner access(ServiceDecisions services, SecurityGroup group) {
        KnownAddresses addresses = new KnownAddresses(observedState, placement, services, settings.clusterName(),
                memory);
        BackendAddresses backends = new BackendAddresses(settings, observedState, services.cluster().nodes(), built,
                membership, new HashMap<>());
        Ranges ranges = memory.of(Ranges.class, "", () -> new Ranges(group.rangesOfManagedRules()), group);
        return new SecurityRulePlanner(settings, placement, services, addresses, backends, ranges.all(), memory);
    }
}
