package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Notifies the user of a Service whose frontend stays on the load balancer although it is no longer used, and why it stays. A Service that
 * shared the frontend of another one is notified when it leaves.
 */
public record FrontendNotices(ObservedState observedState, ServiceDecisions known,
        Map<String, List<FrontendModel>> frontends, Notices notices) {
    /** {@code balancers}: the desired state. */
    public void report(Map<ArmId, LoadBalancer> balancers) {
        balancers.forEach((id, desired) -> {
            if (desired.exists())
                report(id, observedState.loadBalancer(id), desired);
        });
    }

    private void report(ArmId id, LoadBalancer observed, LoadBalancer desired) {
        Map<String, Set<String>> left = new LinkedHashMap<>();
        for (Frontend frontend : observed.frontends()) {
            String name = frontend.name();
            if (known.isPlanned(frontend) && !uses(known.ownerOf(frontend).orElseThrow(), id, name))
                left.computeIfAbsent(known.ownerOf(frontend).orElseThrow().uid(), none -> newSet()).add(name);
        }
        if (known.all().stream().anyMatch(service -> !service.wanted()))
            shared(observed, left);
        if (left.isEmpty())
            return;
        Set<String> staying = newSet();
        desired.frontends().forEach(frontend -> staying.add(frontend.name()));
        for (ServiceSpec service : known.all())
            staying.stream()
                    .filter(left.getOrDefault(service.uid(), Set.of())::contains)
                    .forEach(name -> report(service, desired, id, name));
    }

    /** Adds the frontends of others on which leaving Services have rules. */
    private void shared(LoadBalancer observed, Map<String, Set<String>> left) {
        for (Rule rule : observed.rules()) {
            known.ownerOf(rule)
                    .filter(guest -> !guest.wanted())
                    .ifPresent(guest -> left.computeIfAbsent(guest.uid(), none -> newSet())
                            .addAll(rule.frontends()));
        }
    }

    private static Set<String> newSet() {
        return new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    }

    private void report(ServiceSpec owner, LoadBalancer desired, ArmId balancer, String frontend) {
        Set<Rule.Kind> kinds = EnumSet.noneOf(Rule.Kind.class);
        for (Rule use : desired.usersOf(frontend)) {
            if (!ServiceNames.owns(owner, use.name()) && kinds.add(use.kind())) {
                notices.add(owner, Notice.warning(Notice.Source.AZURE, "DeletingFrontendIPConfiguration",
                        "frontend IP configuration with ID " + Frontend.id(balancer, frontend)
                                + " on LB " + balancer.name() + " cannot be deleted because it is being referenced by "
                                + (use.isLoadBalancing()
                                        ? "load balancing rules of other services: " + use
                                        : "the " + use)));
            }
        }
    }

    private boolean uses(ServiceSpec service, ArmId balancer, String frontend) {
        for (FrontendModel own : frontends.getOrDefault(service.uid(), List.of())) {
            if (own.name().equalsIgnoreCase(frontend) && own.loadBalancer().equals(balancer))
                return true;
        }
        return false;
    }
}
