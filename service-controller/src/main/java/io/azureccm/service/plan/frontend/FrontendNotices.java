package io.azureccm.service.plan.frontend;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.FrontendUsers;
import io.azureccm.service.plan.context.KnownServices;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells users of a Service that lets go of its frontend what keeps the frontend on the load balancer. A Service that shared the
 * frontend of another is told when it goes.
 */
public final class FrontendNotices {
    private final ObservedState observedState;
    private final KnownServices known;
    private final Map<String, List<FrontendModel>> frontends;
    private final Notices notices;

    public FrontendNotices(ObservedState observedState, KnownServices known,
            Map<String, List<FrontendModel>> frontends,
            Notices notices) {
        this.observedState = observedState;
        this.known = known;
        this.frontends = frontends;
        this.notices = notices;
    }

    /** {@code balancers}: as they are to be, null for one that goes. */
    public void tell(Map<ArmId, ObjectNode> balancers) {
        balancers.forEach((id, desired) -> {
            if (desired != null)
                observedState.loadBalancer(id).ifPresent(observed -> tell(id, observed, desired));
        });
    }

    private void tell(ArmId id, ObjectNode observed, ObjectNode desired) {
        Set<String> staying = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        staying.addAll(names(desired));
        Map<String, Set<String>> left = new LinkedHashMap<>();
        names(observed).stream()
                .filter(name -> known.isPlanned(name) && !uses(known.ownerOf(name).orElseThrow(), id, name))
                .forEach(name -> left.computeIfAbsent(known.ownerOf(name).orElseThrow().uid(), none -> newSet())
                        .add(name));
        if (known.all().stream().anyMatch(service -> !service.wanted()))
            shared(observed, left);
        left.values().forEach(names -> names.retainAll(staying));
        left.values().removeIf(Set::isEmpty);
        if (left.isEmpty())
            return;
        FrontendUsers users = FrontendUsers.on(desired);
        known.all()
                .stream()
                .filter(service -> left.containsKey(service.uid()))
                .forEach(service -> staying.stream()
                        .filter(left.get(service.uid())::contains)
                        .forEach(name -> tell(service, users, id, name)));
    }

    /** Adds the frontends of others that Services which go have rules on. */
    private void shared(ObjectNode observed, Map<String, Set<String>> left) {
        for (ObjectNode rule : ArmJson.list(observed, "properties", "loadBalancingRules")) {
            known.ownerOf(ArmJson.name(rule))
                    .filter(guest -> !guest.wanted())
                    .ifPresent(guest -> left.computeIfAbsent(guest.uid(), none -> newSet())
                            .addAll(FrontendUsers.references(rule)));
        }
    }

    private static Set<String> newSet() {
        return new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    }

    private void tell(ServiceSpec owner, FrontendUsers users, ArmId balancer, String frontend) {
        Set<String> kinds = new HashSet<>();
        for (FrontendUsers.Use use : users.of(frontend)) {
            if (!ServiceNames.owns(owner, use.name()) && kinds.add(use.property())) {
                notices.add(owner, Notice.warning(Notice.Source.AZURE, "DeletingFrontendIPConfiguration",
                        "frontend IP configuration with ID " + balancer.child("frontendIPConfigurations", frontend)
                                + " on LB " + balancer.name() + " cannot be deleted because it is being referenced by "
                                + (use.isRule() ? "load balancing rules of other services: " + use : "the " + use)));
            }
        }
    }

    private boolean uses(ServiceSpec service, ArmId balancer, String frontend) {
        return frontends.getOrDefault(service.uid(), List.of())
                .stream()
                .anyMatch(own -> own.name().equalsIgnoreCase(frontend) && own.loadBalancer().equals(balancer));
    }

    private static List<String> names(ObjectNode balancer) {
        return ArmJson.list(balancer, "properties", "frontendIPConfigurations").stream().map(ArmJson::name).toList();
    }
}
