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
import java.util.TreeSet;

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
        balancers.forEach((id, desired) -> {
            if (desired != null)
                estate.loadBalancer(id).ifPresent(observed -> tell(id, names(observed), desired));
        });
    }

    private void tell(ArmId id, List<String> observed, ObjectNode desired) {
        Set<String> staying = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        staying.addAll(names(desired));
        List<String> left = observed.stream()
                .filter(name -> staying.contains(name) && known.isPlanned(name)
                        && !uses(known.ownerOf(name).orElseThrow(), id, name))
                .toList();
        if (left.isEmpty())
            return;
        FrontendUsers users = FrontendUsers.on(desired);
        left.forEach(name -> tell(known.ownerOf(name).orElseThrow(), users, name));
    }

    private void tell(ServiceIntent owner, FrontendUsers users, String frontend) {
        Set<String> kinds = new HashSet<>();
        for (FrontendUsers.Use use : users.of(frontend)) {
            if (!ServiceNames.owns(owner, use.name()) && kinds.add(use.property())) {
                notices.add(owner, Notice.warning(Notice.Source.AZURE, "DeletingFrontendIPConfiguration",
                        "frontend IP configuration " + frontend + " stays: it is used by " + use));
            }
        }
    }

    private boolean uses(ServiceIntent service, ArmId balancer, String frontend) {
        return frontends.getOrDefault(service, List.of())
                .stream()
                .anyMatch(own -> own.name().equalsIgnoreCase(frontend) && own.loadBalancer().equals(balancer));
    }

    private static List<String> names(ObjectNode balancer) {
        return Tree.list(balancer, "properties", "frontendIPConfigurations").stream().map(Tree::name).toList();
    }
}
