package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Orphan;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.orphan.ExistingServices.OwnerState;
import io.azureccm.service.plan.privatelink.PrivateLinks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds private link services tagged with this cluster whose Service does not exist. */
record OrphanLinks(PrivateLinks links, ObservedState observedState, ExistingServices existing, String clusterName) {
    /** True for a frontend with a private link service that is unmanaged or belongs to an existing Service: it is in use. */
    boolean keepForeign(ArmId frontend) {
        return links.attachedTo(frontend).stream().anyMatch(link -> !isOwnerless(link));
    }

    /** {@code frontends}: the orphaned ones. At any other frontend a private link service is an orphan only if no Service requests one. */
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
                    existing.ofSubject(owner) == OwnerState.LEAVING));
        }
        return found;
    }

    private boolean isOwnerless(PrivateLink link) {
        String owner = link.owner();
        return links.isOurs(link) && !owner.isEmpty() && existing.ofSubject(owner) != OwnerState.PRESENT;
    }

    private boolean isThere(ArmId frontend) {
        Optional<ArmId> balancer = frontend.parent();
        return balancer.flatMap(observedState::whyUnreadable).isPresent()
                || balancer.flatMap(id -> observedState.loadBalancers().frontend(Frontend.id(id, frontend.name())))
                        .isPresent();
    }
}
