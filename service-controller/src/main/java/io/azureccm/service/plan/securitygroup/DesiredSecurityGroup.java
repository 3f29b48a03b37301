package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.loadbalancer.DesiredLoadBalancers;
import io.azureccm.service.plan.securitygroup.SecurityGroupPlanner.SecurityPlan;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The last part of a plan: the security group for all Services. Services whose rules Azure would reject, because the group is full or an
 * unmanaged rule has the name, are stopped: their existing rules stay, and the other Services get theirs.
 */
public final class DesiredSecurityGroup {
    /** The Services with their stops, and the desired group. */
    public record Result(ServiceDecisions services, SecurityPlan security) {}

    private final PlannerSettings settings;
    private final SecurityGroup group;
    private final SecurityRulePlanner access;
    private final PlanMemory memory;

    /** The observed state must contain the security group. */
    private record Ranges(Set<String> all) {}

    public DesiredSecurityGroup(PlannerSettings settings, ObservedState observedState, Placement placement,
            ServiceDecisions known, DesiredLoadBalancers.Result built, PlanMemory memory) {
        KnownAddresses addresses = new KnownAddresses(observedState, placement, known, settings.clusterName(), memory);
        BackendAddresses backends = new BackendAddresses(settings, observedState, known.cluster().nodes(), built);
        this.memory = memory;
        this.settings = settings;
        this.group = observedState.securityGroup().orElseThrow();
        this.access = new SecurityRulePlanner(settings, placement, known, addresses, backends,
                memory.of(Ranges.class, "", () -> new Ranges(group.rangesOfManagedRules()), group).all(), memory);
    }

    /** {@code frontends}: by UID, of each Service that has all of its own. {@code notices} gets those about destinations. */
    public Result plan(ServiceDecisions services, Map<String, List<FrontendModel>> frontends, Notices notices) {
        DesiredSecurityRules desiredRules = access.plan(services, frontends);
        Map<String, Refusal> refused = new TakenRuleNames(group).refusals(desiredRules);
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
}
