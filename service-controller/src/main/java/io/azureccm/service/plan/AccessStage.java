package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.intent.NodeFacts;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.intent.ServiceIntent.Stage;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.plan.SecurityGroupPlanner.SecurityPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The last part of a pass: the security group for all Services. Those whose rules Azure would not take, because the group is full
 * or a rule of somebody else has the name, are stopped here: what they have stays, and the others get theirs.
 */
final class AccessStage {
    /** Services with what stopped them, and the group as it should be. */
    record Result(List<ServiceIntent> services, SecurityPlan security) {}

    private final PlannerSettings settings;
    private final ObjectNode group;
    private final AccessPlanner access;

    private AccessStage(PlannerSettings settings, ObjectNode group, AccessPlanner access) {
        this.settings = settings;
        this.group = group;
        this.access = access;
    }

    /** The security group of the estate has to be there. */
    static AccessStage of(PlannerSettings settings, Estate estate, Placement placement, KnownServices known,
            List<NodeFacts> nodes, BalancerStage.Result built) {
        KnownAddresses addresses = new KnownAddresses(estate, placement, known, settings.clusterName());
        BackendAddresses backends = new BackendAddresses(settings, estate, nodes, built);
        return new AccessStage(settings, estate.securityGroup().orElseThrow(),
                new AccessPlanner(placement, addresses, backends, nodes));
    }

    /** {@code frontends} of each Service that has all of its own; a Service that is stopped here takes the place of its former self. */
    Result plan(List<ServiceIntent> services, Map<ServiceIntent, List<FrontendModel>> frontends) {
        SecurityGroupState state = SecurityGroupState.of(group);
        AccessWishes wishes = access.plan(services, frontends);
        Map<String, Refusal> refused = new TakenNames(state).refusals(wishes);
        List<ServiceIntent> planned = stopped(services, frontends, refused);
        if (!refused.isEmpty())
            wishes = access.plan(planned, frontends);
        refused = new SecurityGroupLimits(settings.securityGroupName(), state, access::holding).refusals(wishes);
        planned = stopped(planned, frontends, refused);
        if (!refused.isEmpty())
            wishes = access.plan(planned, frontends);
        return new Result(planned, new SecurityGroupPlanner(settings, group, state).plan(wishes));
    }

    private static List<ServiceIntent> stopped(List<ServiceIntent> services,
            Map<ServiceIntent, List<FrontendModel>> frontends, Map<String, Refusal> refused) {
        if (refused.isEmpty())
            return services;
        List<ServiceIntent> all = new ArrayList<>();
        for (ServiceIntent service : services) {
            Refusal refusal = refused.get(service.uid());
            ServiceIntent next = refusal == null ? service : service.stoppedAt(Stage.ACCESS, refusal);
            List<FrontendModel> own = next == service ? null : frontends.remove(service);
            if (own != null)
                frontends.put(next, own);
            all.add(next);
        }
        return all;
    }
}
