package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.drift.Part;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.model.machine.PoolMember;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.pool.MembershipChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The parts that plans for Services change: for machines their pools, for everything else elements and tags. */
public final class ServiceParts implements PartsReader {
    /** How observed parts are compared with those to be sent. */
    static final DiffRules RULES = LoadBalancer.RULES.ignoring("location", "priority")
            .absentIsFalse("enableProxyProtocol");

    @Override
    public Map<Part, JsonNode> read(ArmId id, ObjectNode body) {
        return PoolMember.of(id, body).map(ServiceParts::pools).orElseGet(() -> ELEMENTS.read(id, body));
    }

    private static Map<Part, JsonNode> pools(PoolMember member) {
        Map<Part, JsonNode> parts = new HashMap<>();
        member.profile()
                .pools()
                .forEach(pool -> parts.put(new Part(Part.POOL, MembershipChange.poolName(pool)),
                        BooleanNode.TRUE));
        return parts;
    }

    /** The managed parts of the observed state: {@code balancers} by id, public IPs of the cluster, and everything else that was read. */
    static Reading reading(PlannerSettings settings, ObservedState observedState, Set<ArmId> balancers,
            ServiceDecisions known) {
        List<ArmElement> resources = tagged(observedState, balancers);
        resources.removeIf(each -> each instanceof PublicIp ip && !ip.isOfCluster(settings.clusterName()));
        observedState.subnets().values().forEach(subnet -> subnet.ifPresent(resources::add));
        resources.addAll(observedState.machines().scaleSets());
        resources.addAll(observedState.machines().instances());
        resources.addAll(observedState.machines().interfaces());
        boolean anyRefused = known.all().stream().anyMatch(service -> known.stop(service).isPresent());
        return new Reading(resources.stream().map(each -> new Reading.Resource(each.id(), each.json())).toList(),
                (resource, part) -> isLeft(part, known, anyRefused));
    }

    /** The resources with tags: the load balancers with these ids, and all public IPs, security groups and private link services. */
    static List<ArmElement> tagged(ObservedState observedState, Set<ArmId> balancers) {
        List<ArmElement> resources = new ArrayList<>();
        balancers.forEach(id -> observedState.loadBalancers().find(id).ifPresent(resources::add));
        observedState.publicIps().forEach(resources::add);
        observedState.securityGroup().ifPresent(resources::add);
        observedState.privateLinks().values().forEach(list -> resources.addAll(list.services()));
        return resources;
    }

    private static boolean isLeft(Part part, ServiceDecisions known, boolean anyRefused) {
        return anyRefused && (SecurityRule.isName(part.name())
                || known.ownerOf(part.name()).isPresent() && !known.isPlanned(part.name()));
    }
}
