package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.diff.Differ;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIpModel;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.Repair;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.loadbalancer.DrainedMembers;
import io.azureccm.service.plan.loadbalancer.LoadBalancersAwaitingFrontends;
import io.azureccm.service.plan.loadbalancer.PoolChanges;
import io.azureccm.service.plan.pool.MembershipChange;
import io.azureccm.service.plan.securitygroup.SecurityGroupPlanner;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Turns the desired state into operations: only the differences, each with its changes, their causes and the dependent Services. {@link
 * OperationOrder} orders them.
 */
final class PlanComposer {
    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final Placement placement;
    private final ServiceDecisions known;
    private final Map<ArmId, Operation> operations = new LinkedHashMap<>();
    private final Map<ArmId, LoadBalancer> balancers = new LinkedHashMap<>();
    private final List<Operation> migration = new ArrayList<>();
    private final OperationSubjects dependents;

    PlanComposer(PlannerSettings settings, ObservedState observedState, Placement placement, ServiceDecisions known) {
        this.settings = settings;
        this.observedState = observedState;
        this.placement = placement;
        this.known = known;
        this.dependents = new OperationSubjects(settings, observedState, known, balancers);
    }

    void publicIps(List<PublicIpModel> models) {
        models.forEach(model -> PublicIpOperations.of(model, observedState.inFlight()).ifPresent(this::add));
    }

    void balancers(Map<ArmId, LoadBalancer> desired) {
        balancers.putAll(desired);
        desired.forEach((id, wanted) -> {
            LoadBalancer observed = observedState.loadBalancer(id);
            List<Change> elements = wanted.changesFrom(observed,
                    (element, kind, name) -> cause(id, element, kind, name));
            if (!wanted.exists()) {
                add(Operation.delete(id, elements).forSubjects(dependents.owners(elements)));
                return;
            }
            List<Change> changes = new ArrayList<>();
            if (!observed.exists()) {
                changes.add(Change.create(id, Cause.of("FirstFrontend")));
            }
            changes.addAll(new DrainCauses(known.cluster()).in(elements));
            changes.addAll(Differ.tags(observed.tags(), wanted.tags(),
                    (kind, name) -> Cause.of(name.equalsIgnoreCase(LoadBalancersAwaitingFrontends.TAG)
                            ? "AwaitsFrontend"
                            : DrainedMembers.isTag(name) ? DrainCauses.DRAINED : "ConfiguredTags")));
            boolean unsure = Repair.isDue(observed, observedState.inFlight().of(id), dependents::isOurElement);
            if (unsure || !changes.isEmpty())
                changes.addAll(Repair.of(id, observed));
            if (changes.isEmpty())
                return;
            if (onlyMembersDiffer(changes)) {
                pools(wanted, changes);
            } else {
                Set<String> subjects = dependents.owners(changes);
                if (unsure)
                    subjects.addAll(dependents.unsureSubjects(id));
                add(Operation.put(id, wanted.json(), observed.etag(), changes)
                        .forSubjects(subjects)
                        .removingFor(unsure ? Set.of() : dependents.leavers(changes, subjects)));
            }
        });
    }

    /** A change of node-IP pool members alone is written to the pool itself: a small write that cannot affect a rule. */
    private void pools(LoadBalancer wanted, List<Change> changes) {
        for (Change change : changes) {
            wanted.pool(change.name())
                    .ifPresent(pool -> add(Operation.put(pool.id(), pool.json(), "", List.of(change))
                            .forSubjects(dependents.subjectsOfPool(wanted.id(), change.name()))));
        }
    }

    private static boolean onlyMembersDiffer(List<Change> changes) {
        return changes.stream()
                .allMatch(change -> change.element().equals("pool") && change.kind() == Change.Kind.UPDATE);
    }

    /**
     * The membership operations, and the content of pools after machines have left them. A Service waits for machines to join only while
     * its pool is empty; machines that join later do not delay it. A Service that is removed waits until they have left its load balancer.
     */
    void membership(List<Operation> membership, PoolChanges pools) {
        Set<String> planned = new TreeSet<>();
        for (ServiceSpec service : known.all()) {
            if (known.plans(service, Stage.TRAFFIC))
                planned.add(service.subject());
        }
        membership.forEach(operation -> {
            List<Change> joins = operation.changes()
                    .stream()
                    .filter(change -> change.kind() == Change.Kind.ADD)
                    .toList();
            Set<String> subjects = new TreeSet<>();
            if (joins.isEmpty())
                balancersOf(operation.changes()).forEach(balancer -> subjects.addAll(dependents.leaving(balancer)));
            else
                balancersOf(joins.stream().filter(this::fillsPool).toList())
                        .forEach(balancer -> subjects.addAll(dependents.plannedSubjects(balancer)));
            add(operation.forSubjects(subjects));
        });
        pools.deferred(membership.stream().map(Operation::target).collect(Collectors.toSet()), planned)
                .forEach(this::add);
    }

    /** The load balancers of the pools that machines join or leave. */
    private Set<ArmId> balancersOf(List<Change> members) {
        Set<ArmId> ids = new TreeSet<>();
        for (ArmId balancer : balancers.keySet()) {
            if (members.stream().anyMatch(change -> MembershipChange.isOn(balancer, change)))
                ids.add(balancer);
        }
        return ids;
    }

    /** Whether the pool that a machine joins is empty. */
    private boolean fillsPool(Change join) {
        return observedState.loadBalancers()
                .stream()
                .filter(balancer -> MembershipChange.isOn(balancer.id(), join))
                .flatMap(balancer -> balancer.pools().stream())
                .noneMatch(pool -> join.name().toLowerCase(Locale.ROOT).endsWith("/" + pool.key())
                        && pool.hasInterfaces());
    }

    void securityGroup(SecurityGroupPlanner.SecurityPlan security) {
        SecurityGroup observed = observedState.securityGroup().orElseThrow();
        List<Change> changes = security.desired()
                .changesFrom(observed, (kind, name) -> security.causes()
                        .getOrDefault(name.toLowerCase(Locale.ROOT), Cause.of("AccessWanted")),
                        Differ.CauseOf.always(Cause.of("ConfiguredTags")));
        boolean unsure = Repair.isDue(observed, observedState.inFlight().of(settings.securityGroup()),
                SecurityRule::isName);
        if (unsure || !changes.isEmpty())
            changes.addAll(Repair.of(settings.securityGroup(), observed));
        if (changes.isEmpty())
            return;
        Set<String> subjects = new TreeSet<>(security.subjects());
        if (unsure)
            balancers.keySet().forEach(balancer -> subjects.addAll(dependents.plannedSubjects(balancer)));
        add(Operation.put(settings.securityGroup(), security.desired().json(), observed.etag(), changes)
                .forSubjects(subjects)
                .removingFor(unsure ? Set.of() : Copies.without(subjects, security.widened()))
                .awaiting(security.awaits()));
    }

    /** The load balancers that are written or deleted. */
    Set<ArmId> balancerWrites() {
        Set<ArmId> writes = new TreeSet<>(operations.keySet());
        writes.retainAll(balancers.keySet());
        return writes;
    }

    /** Adds operations on private link services; a predecessor that is not written counts as done. */
    void privateLinks(List<Operation> links) {
        links.forEach(this::add);
        links.forEach(operation -> add(
                operation.after(Copies.retained(operation.after(), operations.keySet()))));
    }

    /** Azure converts pools first: nothing else is written in the same plan. */
    void migration(List<Operation> conversions) {
        migration.addAll(conversions);
    }

    /** The operations so far in order; {@code frontends}, by UID, determine which Services move and whose address is unknown. */
    List<Operation> operations(Map<String, List<FrontendModel>> frontends) {
        if (!migration.isEmpty())
            return List.copyOf(migration);
        return new OperationOrder(settings, observedState, balancers, operations).order(known.all(), frontends);
    }

    private Cause cause(ArmId balancer, String element, Change.Kind kind, String name) {
        if (element.equals("pool"))
            return new Cause("PoolMembership", known.ownersOfPool(name, settings)
                    .stream()
                    .map(ServiceSpec::subject)
                    .collect(Collectors.joining(",")));
        Placement.LoadBalancerChoice choice = known.ownerOf(name)
                .map(owner -> placement.choices().get(owner.uid()))
                .orElse(null);
        if (choice != null) {
            String subject = known.ownerOf(name).orElseThrow().subject();
            boolean here = choice.loadBalancer().equals(balancer);
            if (here && kind == Change.Kind.ADD && element.equals("frontend") && !choice.reason().word().isEmpty())
                return new Cause(choice.reason().word(), subject);
            if (!here
                    && ServiceNames.isInternal(balancer.name()) == ServiceNames
                            .isInternal(choice.loadBalancer().name()))
                return new Cause("ServiceMoved", subject);
        }
        return known.causeOf(kind, name);
    }

    private void add(Operation operation) {
        operations.put(operation.target(), operation);
    }
}
