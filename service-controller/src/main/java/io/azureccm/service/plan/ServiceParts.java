package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.drift.Part;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PrivateLinkList;
import io.azureccm.service.plan.context.KnownServices;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.pool.MembershipChange;
import io.azureccm.service.plan.pool.NetworkProfile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What plans for Services change, part by part: for machines the pools that they are in, elements and tags for everything else. */
public final class ServiceParts implements PartsReader {
    /** How parts that were seen are compared with those that are to be sent. */
    static final DiffRules RULES = LoadBalancer.RULES.ignoring("location", "priority")
            .absentIs("enableProxyProtocol", false);

    @Override
    public Map<Part, JsonNode> read(ArmId id, ObjectNode body) {
        if (id.hasType(ArmTypes.NETWORK_INTERFACE))
            return pools(NetworkProfile.ofInterface(body));
        if (id.hasType(ArmTypes.SCALE_SET_VM))
            return pools(NetworkProfile.ofInstance(body));
        return id.hasType(ArmTypes.SCALE_SET) ? pools(NetworkProfile.ofModel(body)) : ELEMENTS.read(id, body);
    }

    private static Map<Part, JsonNode> pools(NetworkProfile profile) {
        Map<Part, JsonNode> parts = new HashMap<>();
        profile.pools()
                .forEach(pool -> parts.put(new Part(Part.POOL, MembershipChange.poolName(pool)),
                        BooleanNode.TRUE));
        return parts;
    }

    /** What of the observed state plans manage: {@code balancers} by id, public IPs of the cluster, and all that was read besides. */
    static Reading reading(PlannerSettings settings, ObservedState observedState, Set<ArmId> balancers,
            KnownServices known) {
        List<ObjectNode> resources = new ArrayList<>();
        balancers.forEach(
                id -> observedState.loadBalancers().find(id).map(LoadBalancer::json).ifPresent(resources::add));
        observedState.publicIps()
                .stream()
                .filter(ip -> Ownership.isOfCluster(ip.tags(), settings.clusterName()))
                .forEach(ip -> resources.add(ip.json()));
        observedState.securityGroup().ifPresent(group -> resources.add(group.json()));
        observedState.privateLinks().values().stream().map(PrivateLinkList::services).forEach(resources::addAll);
        observedState.subnets()
                .forEach((id, subnet) -> subnet.map(found -> new Subnet(found).withId(id).json())
                        .ifPresent(resources::add));
        resources.addAll(observedState.machines().scaleSets());
        observedState.machines().instances().values().forEach(resources::addAll);
        resources.addAll(observedState.machines().interfaces());
        boolean anyRefused = known.all().stream().anyMatch(service -> known.stop(service).isPresent());
        return new Reading(resources, (resource, part) -> isLeft(part, known, anyRefused));
    }

    private static boolean isLeft(Part part, KnownServices known, boolean anyRefused) {
        return anyRefused && (SecurityRule.isName(part.name())
                || known.ownerOf(part.name()).isPresent() && !known.isPlanned(part.name()));
    }
}
