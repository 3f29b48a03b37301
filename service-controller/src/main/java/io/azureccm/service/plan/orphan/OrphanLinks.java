package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Orphan;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.ExistingServices.OwnerState;
import io.azureccm.service.plan.privatelink.PrivateLinks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds private link services with this cluster's tag whose Service is not there. */
final class OrphanLinks {
    private final PrivateLinks links;
    private final ObservedState observedState;
    private final ExistingServices living;
    private final String clusterName;

    OrphanLinks(PlannerSettings settings, ObservedState observedState, ExistingServices living) {
        this.links = new PrivateLinks(settings.clusterName(), observedState);
        this.observedState = observedState;
        this.living = living;
        this.clusterName = settings.clusterName();
    }

    /** True for a frontend with a private link service of somebody else or of a Service that is there: somebody uses it. */
    boolean keepForeign(ArmId frontend) {
        return links.attachedTo(frontend).stream().anyMatch(link -> !isOwnerless(link));
    }

    /** {@code frontends}: those that are orphans. At one that stays, a private link service is only left if nobody asks for any. */
    List<OrphanFinding> orphans(Set<ArmId> frontends, ClusterState clusterState) {
        boolean asked = clusterState.services()
                .stream()
                .anyMatch(service -> service.wanted() && service.privateLink().isMentioned());
        List<OrphanFinding> found = new ArrayList<>();
        for (PrivateLink link : links.ours()) {
            boolean stays = link.frontends()
                    .stream()
                    .anyMatch(frontend -> !frontends.contains(frontend) && isThere(frontend));
            if (!isOwnerless(link) || stays && asked)
                continue;
            String owner = link.owner();
            found.add(OrphanAudit.finding(Orphan.Kind.PRIVATE_LINK_SERVICE, link.id(),
                    "its tags name cluster " + clusterName + " and the Service", "", Set.of(owner),
                    living.ofSubject(owner) == OwnerState.LEAVING));
        }
        return found;
    }

    private boolean isOwnerless(PrivateLink link) {
        String owner = link.owner();
        return links.isOurs(link) && !owner.isEmpty() && living.ofSubject(owner) != OwnerState.PRESENT;
    }

    private boolean isThere(ArmId frontend) {
        return frontend.parent()
                .flatMap(balancer -> observedState.loadBalancers().frontend(Frontend.id(balancer, frontend.name())))
                .isPresent();
    }
}
