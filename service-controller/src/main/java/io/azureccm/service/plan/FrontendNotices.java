package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.intent.Notice;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells users of a Service that lets go of its frontend what keeps the frontend on the load balancer. */
final class FrontendNotices {
    private final Estate estate;
    private final KnownServices known;
    private final Map<ServiceIntent, List<FrontendModel>> frontends;
    private final Notices notices;

    FrontendNotices(Estate estate, KnownServices known, Map<ServiceIntent, List<FrontendModel>> frontends,
            Notices notices) {
        this.estate = estate;
        this.known = known;
        this.frontends = frontends;
        this.notices = notices;
    }

    /** {@code balancers}: as they are to be, null for one that goes. */
    void tell(Map<ArmId, ObjectNode> balancers) {
        balancers.forEach((id, desired) -> estate.loadBalancer(id)
                .ifPresent(observed -> Tree.list(observed, "properties", "frontendIPConfigurations")
                        .stream()
                        .filter(frontend -> desired != null && stays(desired, Tree.name(frontend)))
                        .forEach(frontend -> known.ownerOf(Tree.name(frontend))
                                .filter(owner -> known.isPlanned(Tree.name(frontend))
                                        && !uses(owner, id.child("frontendIPConfigurations", Tree.name(frontend))))
                                .ifPresent(owner -> tell(owner, desired, Tree.name(frontend))))));
    }

    private void tell(ServiceIntent owner, ObjectNode balancer, String frontend) {
        Set<String> kinds = new HashSet<>();
        for (FrontendUsers.Use use : FrontendUsers.of(balancer, frontend)) {
            if (!ServiceNames.owns(owner, use.name()) && kinds.add(use.property())) {
                notices.add(owner, Notice.warning(Notice.Source.AZURE, "DeletingFrontendIPConfiguration",
                        "frontend IP configuration " + frontend + " stays: it is used by " + use));
            }
        }
    }

    private boolean uses(ServiceIntent service, ArmId frontend) {
        return frontends.getOrDefault(service, List.of()).stream().anyMatch(own -> own.id().equals(frontend));
    }

    private static boolean stays(ObjectNode balancer, String frontend) {
        return Tree.list(balancer, "properties", "frontendIPConfigurations")
                .stream()
                .anyMatch(kept -> Tree.name(kept).equalsIgnoreCase(frontend));
    }
}
