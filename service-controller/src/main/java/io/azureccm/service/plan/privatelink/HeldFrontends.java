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
import java.util.Set;
import java.util.TreeSet;

/**
 * Frontends that would go and that a private link service is attached to, so that Azure refuses to let them go. Where it is ours
 * it is deleted first, and the frontend stays with all that a deleted Service has on it until the next plan; where it is
 * somebody else's the frontend stays for good. What other Services want of the load balancer waits for neither.
 */
public final class HeldFrontends {
    private final PrivateLinks links;
    private final Map<ArmId, Frontend> held = new LinkedHashMap<>();

    HeldFrontends(PrivateLinks links) {
        this.links = links;
    }

    /** Asked about a frontend that nothing else keeps; remembers those that stay only until their private link service is gone. */
    public boolean holds(Frontend frontend) {
        List<PrivateLink> attached = links.attachedTo(frontend.id());
        if (!attached.isEmpty() && attached.stream().allMatch(links::isOurs))
            held.put(frontend.id(), frontend);
        return !attached.isEmpty();
    }

    /** True for a rule of a deleted Service on a frontend that stays for now: it goes together with it. */
    public boolean keeps(ArmId balancer, Rule rule, ServiceDecisions known) {
        boolean gone = known.ownerOf(rule).filter(owner -> !owner.wanted()).isPresent();
        return gone && rule.frontends()
                .stream()
                .anyMatch(name -> held.containsKey(Frontend.id(balancer, name)));
    }

    Set<ArmId> frontends() {
        return held.keySet();
    }

    public boolean isEmpty() {
        return held.isEmpty();
    }

    public Set<ArmId> publicIps() {
        Set<ArmId> ips = new TreeSet<>();
        held.values().forEach(frontend -> frontend.publicIp().ifPresent(ips::add));
        return ips;
    }

    /** A private link service that is to go before its frontends, and who waits for that. */
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
