package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.diff.Differ;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.PublicIpModel;
import io.azureccm.service.model.SecurityRuleModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.KnownServices;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.Repair;
import io.azureccm.service.plan.loadbalancer.LoadBalancerPlanner;
import io.azureccm.service.plan.loadbalancer.LoadBalancersAwaitingFrontends;
import io.azureccm.service.plan.loadbalancer.PoolStage;
import io.azureccm.service.plan.privatelink.PrivateLinkOperations;
import io.azureccm.service.plan.securitygroup.SecurityGroupPlanner;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Turns what should be into operations: only what differs, each with its changes, their causes and the Services that depend on
 * it. {@link OperationOrder} puts them in order.
 */
final class PlanComposer {
    private static final Map<String, String> ELEMENTS = new LinkedHashMap<>();

    static {
        ELEMENTS.put("frontendIPConfigurations", "frontend");
        ELEMENTS.put("backendAddressPools", "pool");
        ELEMENTS.put("loadBalancingRules", "rule");
        ELEMENTS.put("probes", "probe");
    }

    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final Placement placement;
    private final KnownServices known;
    private final Map<ArmId, Operation> operations = new LinkedHashMap<>();
    private final Map<ArmId, ObjectNode> balancers = new LinkedHashMap<>();

    PlanComposer(PlannerSettings settings, ObservedState observedState, Placement placement, KnownServices known) {
        this.settings = settings;
        this.observedState = observedState;
        this.placement = placement;
        this.known = known;
    }

    void publicIps(List<PublicIpModel> models) {
        for (PublicIpModel model : models) {
            Set<String> subjects = new TreeSet<>();
            if (model.observed() != null)
                subjects.addAll(Ownership.services(ResourceTags.of(model.observed())));
            if (model.desired() != null)
                subjects.addAll(Ownership.services(ResourceTags.of(model.desired())));
            String gone = model.replaced().isEmpty() ? "Unused" : model.replaced();
            Cause cause = new Cause(
                    model.desired() == null ? gone : model.observed() == null ? "ServiceAdded" : "ServiceChanged",
                    String.join(",", subjects));
            if (model.desired() == null) {
                if (model.observed() != null) {
                    add(Operation.delete(model.id(), List.of(Change.remove(Change.RESOURCE, model.id().name(), cause)))
                            .forSubjects(subjects));
                }
            } else if (model.observed() == null) {
                add(Operation
                        .put(model.id(), model.desired(), "",
                                List.of(Change.add(Change.RESOURCE, model.id().name(), cause)))
                        .forSubjects(subjects));
            } else {
                List<Change> changes = new ArrayList<>(
                        Differ.resource(model.id(), untagged(model.observed()), untagged(model.desired()),
                                DiffRules.NONE, cause));
                changes.addAll(Differ.tags(ResourceTags.of(model.observed()), ResourceTags.of(model.desired()),
                        Differ.CauseOf.always(cause)));
                if (Repair.isDue(model.observed(), observedState.inFlight().of(model.id()), name -> true))
                    changes.addAll(Repair.of(model.id(), model.observed()));
                if (!changes.isEmpty()) {
                    Operation write = Operation
                            .put(model.id(), model.desired(), ArmJson.text(model.observed(), "etag"), changes)
                            .forSubjects(subjects);
                    add(model.labelFrom()
                            .map(holder -> write.after(Set.of(holder))
                                    .awaiting(Set.of("DNS label of " + holder.name())))
                            .orElse(write));
                }
            }
        }
    }

    void balancers(Map<ArmId, ObjectNode> desired) {
        balancers.putAll(desired);
        desired.forEach((id, wanted) -> {
            ObjectNode observed = observedState.loadBalancer(id).orElse(null);
            if (wanted == null) {
                List<Change> changes = elementChanges(id, observed, ArmJson.object());
                add(Operation.delete(id, changes).forSubjects(owners(changes)));
                return;
            }
            List<Change> changes = new ArrayList<>();
            if (observed == null) {
                changes.add(Change.add(Change.RESOURCE, id.name(), Cause.of("FirstFrontend")));
            }
            changes.addAll(elementChanges(id, observed, wanted));
            changes.addAll(Differ.tags(observed == null ? Map.of() : ResourceTags.of(observed), ResourceTags.of(wanted),
                    (kind, name) -> Cause.of(name.equalsIgnoreCase(LoadBalancersAwaitingFrontends.TAG)
                            ? "AwaitsFrontend"
                            : "ConfiguredTags")));
            boolean unsure = Repair.isDue(observed, observedState.inFlight().of(id), this::isOurElement);
            if (unsure || !changes.isEmpty())
                changes.addAll(Repair.of(id, observed));
            if (changes.isEmpty() && observed != null)
                return;
            if (observed != null && onlyMembersDiffer(changes)) {
                pools(id, observed, wanted, changes);
            } else {
                Set<String> subjects = owners(changes);
                if (unsure)
                    subjects.addAll(unsureSubjects(id));
                add(Operation.put(id, wanted, observed == null ? "" : ArmJson.text(observed, "etag"), changes)
                        .forSubjects(subjects));
            }
        });
    }

    /** Membership of node-IP pools alone is written to the pool itself: a small write that cannot touch a rule. */
    private void pools(ArmId balancer, ObjectNode observed, ObjectNode wanted, List<Change> changes) {
        for (Change change : changes) {
            ArmJson.list(wanted, "properties", "backendAddressPools")
                    .stream()
                    .filter(pool -> ArmJson.name(pool).equalsIgnoreCase(change.name()))
                    .forEach(pool -> add(Operation
                            .put(balancer.child("backendAddressPools", ArmJson.name(pool)), pool, "", List.of(change))
                            .forSubjects(subjectsOfPool(balancer, change.name()))));
        }
    }

    private static boolean onlyMembersDiffer(List<Change> changes) {
        return changes.stream()
                .allMatch(change -> change.element().equals("pool") && change.kind() == Change.Kind.UPDATE);
    }

    /**
     * What machines do, and what pools hold once machines have left them. A Service waits for machines to join while nobody is in its pool
     * yet; those that join others later keep nobody waiting.
     */
    void membership(List<Operation> membership, PoolStage pools, List<ServiceSpec> services) {
        Set<String> planned = new TreeSet<>();
        Set<String> gone = new TreeSet<>();
        for (ServiceSpec service : services) {
            if (service.plans(ServiceSpec.Stage.TRAFFIC))
                planned.add(service.subject());
            else if (!service.wanted())
                gone.add(service.subject());
        }
        membership.forEach(operation -> {
            List<Change> joins = operation.changes()
                    .stream()
                    .filter(change -> change.kind() == Change.Kind.ADD)
                    .toList();
            add(operation.forSubjects(
                    joins.isEmpty() ? gone : joins.stream().anyMatch(this::fillsPool) ? planned : Set.of()));
        });
        pools.deferred(membership.stream().map(Operation::target).collect(Collectors.toSet()), planned)
                .forEach(this::add);
    }

    /** Whether nobody is in the pool that a machine is to join. */
    private boolean fillsPool(Change join) {
        return observedState.loadBalancers()
                .stream()
                .filter(balancer -> join.name()
                        .toLowerCase(Locale.ROOT)
                        .startsWith(ArmJson.name(balancer).toLowerCase(Locale.ROOT) + "/"))
                .flatMap(balancer -> ArmJson.list(balancer, "properties", "backendAddressPools").stream())
                .noneMatch(pool -> join.name()
                        .toLowerCase(Locale.ROOT)
                        .endsWith("/" + ArmJson.name(pool).toLowerCase(Locale.ROOT))
                        && !ArmJson.list(pool, "properties", "backendIPConfigurations").isEmpty());
    }

    void securityGroup(SecurityGroupPlanner.SecurityPlan security) {
        ObjectNode observed = observedState.securityGroup().orElseThrow();
        List<Change> changes = new ArrayList<>(Differ.elements("rule", array(observed, "securityRules"),
                array(security.desired(), "securityRules"), (kind, name) -> security.causes()
                        .getOrDefault(name.toLowerCase(Locale.ROOT), Cause.of("AccessWanted"))));
        changes.addAll(Differ.tags(ResourceTags.of(observed), ResourceTags.of(security.desired()),
                Differ.CauseOf.always(Cause.of("ConfiguredTags"))));
        boolean unsure = Repair.isDue(observed, observedState.inFlight().of(settings.securityGroup()),
                SecurityRuleModel::isName);
        if (unsure || !changes.isEmpty())
            changes.addAll(Repair.of(settings.securityGroup(), observed));
        if (changes.isEmpty())
            return;
        Set<String> subjects = new TreeSet<>(security.subjects());
        if (unsure)
            balancers.keySet().forEach(balancer -> subjects.addAll(plannedSubjects(balancer)));
        add(Operation.put(settings.securityGroup(), security.desired(), ArmJson.text(observed, "etag"), changes)
                .forSubjects(subjects)
                .awaiting(security.awaits()));
    }

    /** The load balancers that are written or deleted. */
    Set<ArmId> balancerWrites() {
        Set<ArmId> writes = new TreeSet<>(operations.keySet());
        writes.retainAll(balancers.keySet());
        return writes;
    }

    /** Takes operations on private link services in; what they come after and is not written counts as done. */
    void privateLinks(PrivateLinkOperations links) {
        links.operations().forEach(this::add);
        links.operations().forEach(operation -> {
            Set<ArmId> after = new TreeSet<>(operation.after());
            after.retainAll(operations.keySet());
            add(operation.after(after));
        });
    }

    /** Public IPs that are not deleted yet because a frontend that has them stays for now. */
    void keep(Set<ArmId> publicIps) {
        publicIps.forEach(id -> operations.computeIfPresent(id,
                (target, operation) -> operation.verb() == Operation.Verb.DELETE ? null : operation));
    }

    /** All operations in their order; {@code frontends}, by UID, tells who moves and whose address is not known yet. */
    List<Operation> operations(Map<String, List<FrontendModel>> frontends) {
        return new OperationOrder(settings, observedState, balancers, operations).order(known.all(), frontends);
    }

    private List<Change> elementChanges(ArmId balancer, ObjectNode observed, ObjectNode wanted) {
        List<Change> changes = new ArrayList<>();
        ELEMENTS.forEach((property, element) -> changes.addAll(Differ.elements(element, array(observed, property),
                array(wanted, property), LoadBalancerPlanner.RULES,
                (kind, name) -> cause(balancer, element, kind, name))));
        return changes;
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
            if (here && kind == Change.Kind.ADD && element.equals("frontend") && !choice.reason().isEmpty())
                return new Cause(choice.reason(), subject);
            if (!here
                    && ServiceNames.isInternal(balancer.name()) == ServiceNames
                            .isInternal(choice.loadBalancer().name()))
                return new Cause("ServiceMoved", subject);
        }
        return known.causeOf(kind, name);
    }

    private Set<String> owners(List<Change> changes) {
        Set<String> owners = new TreeSet<>();
        changes.forEach(change -> known.ownerOf(change.name()).ifPresent(owner -> owners.add(owner.subject())));
        return owners;
    }

    private Set<String> subjectsOfPool(ArmId balancer, String pool) {
        Set<String> owners = new TreeSet<>();
        known.ownersOfPool(pool, settings).forEach(owner -> owners.add(owner.subject()));
        return owners.isEmpty() ? plannedSubjects(balancer) : owners;
    }

    private Set<String> plannedSubjects(ArmId balancer) {
        Set<String> subjects = new TreeSet<>();
        ArmJson.list(balancers.get(balancer), "properties", "frontendIPConfigurations")
                .forEach(frontend -> known.ownerOf(ArmJson.name(frontend))
                        .filter(owner -> owner.plans(Stage.TRAFFIC))
                        .ifPresent(owner -> subjects.add(owner.subject())));
        return subjects;
    }

    private boolean isOurElement(String name) {
        return isForAll(name) || known.ownerOf(name).isPresent() || !known.ownersOfPool(name, settings).isEmpty();
    }

    /** What a failed write, or an operation that has not ended, may concern. */
    private Set<String> unsureSubjects(ArmId balancer) {
        Set<String> names = observedState.inFlight().of(balancer).orElse(Set.of());
        boolean broken = observedState.loadBalancer(balancer).filter(ProvisioningState::isBroken).isPresent();
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
        return name.equalsIgnoreCase(ServiceNames.SHARED_PROBE) || Arrays.stream(IpFamily.values())
                .anyMatch(family -> name.equalsIgnoreCase(ServiceNames.pool(settings.clusterName(), family)));
    }

    private static ObjectNode untagged(ObjectNode resource) {
        return resource.deepCopy().without(List.of("tags"));
    }

    private static JsonNode array(ObjectNode resource, String property) {
        return resource == null ? null : resource.path("properties").get(property);
    }

    private void add(Operation operation) {
        operations.put(operation.target(), operation);
    }
}
