package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.limit.LeftOutTags;
import io.azureccm.common.core.limit.TagLimits;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Refusals about managed resources that do not get all tags of the cloud config, because Azure limits their number. */
record TagRefusals(PlannerSettings settings, ObservedState observedState) {
    /** {@code balancers}: the managed load balancers; {@code operations}: of the plan. */
    List<Refusal> of(Set<ArmId> balancers, List<Operation> operations) {
        Map<String, String> configured = settings.cloud().placement().tags().tags();
        if (configured.isEmpty())
            return List.of();
        Map<ArmId, ObjectNode> bodies = new TreeMap<>();
        ServiceParts.tagged(observedState, balancers)
                .stream()
                .filter(each -> each.tags().size() >= TagLimits.MAX_TAGS)
                .forEach(each -> bodies.put(each.id(), each.json()));
        operations.stream()
                .filter(operation -> operation.verb() == Operation.Verb.PUT)
                .forEach(write -> bodies.put(write.target(), write.body()));
        return bodies.entrySet()
                .stream()
                .filter(each -> isTagged(each.getKey(), each.getValue()))
                .flatMap(each -> LeftOutTags.refusal(each.getKey(), configured, ResourceTags.of(each.getValue()))
                        .stream())
                .toList();
    }

    /** False for what belongs to a user or to another cluster. */
    private boolean isTagged(ArmId id, ObjectNode body) {
        Map<String, String> tags = ResourceTags.of(body);
        if (id.hasType(ArmTypes.PUBLIC_IP))
            return !Ownership.services(tags).isEmpty() && Ownership.isOfCluster(tags, settings.clusterName());
        if (id.hasType(ArmTypes.PRIVATE_LINK_SERVICE))
            return Objects.equals(Ownership.cluster(tags), settings.clusterName());
        return id.hasType(ArmTypes.LOAD_BALANCER) || id.hasType(ArmTypes.SECURITY_GROUP);
    }
}
