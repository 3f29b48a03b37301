package io.azureccm.service.plan.privatelink;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.model.Rule;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Unused frontends with an attached private link service, which Azure refuses to delete. If the private link service is managed, it is
 * deleted first, and the frontend stays until the next plan together with the rules of the deleted Service on it; if it is unmanaged or
 * cannot be read, the frontend stays as long as that is so. Changes for other Services on the load balancer wait for neither.
 */
public record HeldFrontends(PrivateLinks links, Map<ArmId, Frontend> held) {
    /** Called for a frontend that nothing else keeps; records the frontends that stay only until their private link service is deleted. */
    public boolean holds(Frontend frontend) {
        List<PrivateLink> attached = links.attachedTo(frontend.id());
        if (!attached.isEmpty() && attached.stream().allMatch(links::isOurs))
            held.put(frontend.id(), frontend);
        return !attached.isEmpty() || links.isUnreadable(frontend);
    }

    /** True for a rule of a deleted Service on a frontend that stays for now: both are deleted together. */
    public boolean keeps(ArmId balancer, Rule rule, ServiceDecisions known) {
        boolean gone = known.ownerOf(rule).filter(owner -> !owner.wanted()).isPresent();
        return gone && rule.frontends()
                .stream()
                .anyMatch(name -> held.containsKey(Frontend.id(balancer, name)));
    }

    public boolean isEmpty() {
        return held.isEmpty();
    }

    /** A private link service to delete before its frontends, and the Services that wait for it. */
    record Holder(PrivateLink link, List<ServiceSpec> waiting) {}

    List<Holder> holders(ServiceDecisions services) {
        Map<ArmId, Holder> holders = new LinkedHashMap<>();
        held.keySet().forEach(frontend -> links.attachedTo(frontend).forEach(link -> {
            List<ServiceSpec> waiting = new ArrayList<>();
            Optional<ServiceSpec> named = services.ownerOf(frontend.name());
            services.all()
                    .stream()
                    .filter(service -> named.filter(owner -> owner.uid().equals(service.uid())).isPresent()
                            || service.subject().equalsIgnoreCase(link.owner()))
                    .forEach(waiting::add);
            holders.put(link.id(), new Holder(link, waiting));
        }));
        return List.copyOf(holders.values());
    }
}
