package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the Services that depend on a write of a load balancer or a pool. {@code balancers}: the desired load balancers. */
record OperationSubjects(PlannerSettings settings, ObservedState observedState, ServiceDecisions known,
        Map<ArmId, LoadBalancer> balancers) {
    /** The Services that are removed and still have something on the load balancer. */
    Set<String> leaving(ArmId balancer) {
        return subjects(observedState.loadBalancer(balancer), owner -> !owner.wanted());
    }

    private Set<String> subjects(LoadBalancer balancer, Predicate<ServiceSpec> which) {
        return Stream.<ArmElement>concat(balancer.frontends().stream(), balancer.rules().stream())
                .flatMap(element -> known.ownerOf(element).stream())
                .filter(which)
                .map(ServiceSpec::subject)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The Services that the changed elements belong to. */
    Set<String> owners(List<Change> changes) {
        Set<String> owners = new TreeSet<>();
        changes.forEach(change -> known.ownerOf(change.name()).ifPresent(owner -> owners.add(owner.subject())));
        return owners;
    }

    /** The Services of which the changes only remove elements. */
    Set<String> leavers(List<Change> changes, Set<String> subjects) {
        return Copies.without(subjects,
                owners(changes.stream().filter(change -> change.kind() != Change.Kind.REMOVE).toList()));
    }

    /** The Services of a pool that only some have, else all on the load balancer. */
    Set<String> subjectsOfPool(ArmId balancer, String pool) {
        Set<String> owners = new TreeSet<>();
        known.ownersOfPool(pool, settings).forEach(owner -> owners.add(owner.subject()));
        return owners.isEmpty() ? plannedSubjects(balancer) : owners;
    }

    /** The Services with a rule or a frontend on the load balancer; one that shares a frontend has rules only. */
    Set<String> plannedSubjects(ArmId balancer) {
        return subjects(balancers.get(balancer), owner -> known.plans(owner, Stage.TRAFFIC));
    }

    boolean isOurElement(String name) {
        return isForAll(name) || known.ownerOf(name).isPresent() || !known.ownersOfPool(name, settings).isEmpty();
    }

    /** The Services that a failed write, or an operation in progress, may affect. */
    Set<String> unsureSubjects(ArmId balancer) {
        Set<String> names = observedState.inFlight().of(balancer).orElse(Set.of());
        boolean broken = ProvisioningState.isBroken(observedState.loadBalancer(balancer).json());
        if (broken || names.isEmpty() || names.stream().anyMatch(this::isForAll))
            return plannedSubjects(balancer);
        Set<String> subjects = new TreeSet<>();
        names.forEach(name -> {
            known.ownerOf(name).ifPresent(owner -> subjects.add(owner.subject()));
            known.ownersOfPool(name, settings).forEach(owner -> subjects.add(owner.subject()));
        });
        return subjects;
    }

    private boolean isForAll(String name) {
        return name.equalsIgnoreCase(ServiceNames.SHARED_PROBE) || ServiceNames.isPool(settings.clusterName(), name);
    }
}
