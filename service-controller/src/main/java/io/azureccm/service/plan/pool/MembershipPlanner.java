package io.azureccm.service.plan.pool;

import io.azureccm.common.config.VmType;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.model.machine.ScaleSet;
import io.azureccm.service.observed.ArmResources;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.NodeFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Plans the members of pools of network interfaces, for machines of any kind. The model of a scale set is changed before its machines;
 * machines are changed in parallel. A machine leaves a pool when its node is excluded or was deleted from the cluster, but not if that
 * would empty the pool and not before its successors are members; machines without a node so far are not changed.
 */
public final class MembershipPlanner {
    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final HeldMembers held;
    private final NodeMachines nodes;
    private final List<MachineInterface> interfaces;
    private final ArmResources<ScaleSet> scaleSets;
    private final PoolAdmission admission;
    private final Set<ArmId> staffed = new HashSet<>();
    private final Set<ArmId> referred = new HashSet<>();
    private final OnDemandReads reads;

    /** {@code reads}: asked for lists that are older than a node or the pools. */
    public MembershipPlanner(PlannerSettings settings, ObservedState observedState, ClusterState clusterState,
            HeldMembers held, OnDemandReads reads) {
        this.reads = reads;
        this.held = held;
        this.observedState = observedState;
        this.settings = settings;
        this.admission = new PoolAdmission(settings);
        this.nodes = new NodeMachines(settings, clusterState);
        this.interfaces = MachineInterface.of(observedState.machines());
        this.scaleSets = observedState.machines().scaleSets();
        interfaces.forEach(machine -> staffed.addAll(machine.pools()));
        referred.addAll(staffed);
        scaleSets.forEach(set -> referred.addAll(set.profile().pools()));
    }

    public List<Operation> plan(Membership membership) {
        if (!membership.join().isEmpty()) {
            askForUnseenMachines();
            askForLeftInterfaces(membership);
        }
        List<Operation> operations = new ArrayList<>();
        Set<ArmId> models = new TreeSet<>();
        Set<ArmId> members = scaleSetsToJoin(membership);
        Map<ArmId, Cause> filled = Copies.without(membership.causes(), staffed);
        scaleSets.forEach(set -> ScaleSetPlanner.plan(set, members, admission.ofSet(set, membership), filled)
                .filter(operation -> operation.changes()
                        .stream()
                        .noneMatch(change -> change.kind() == Change.Kind.REMOVE && held.holdsAnyIn(change.name())))
                .ifPresent(operation -> {
                    models.add(operation.target());
                    operations.add(operation);
                }));
        PoolDrainGuard drainGuard = drainGuard(membership);
        for (MachineInterface machine : interfaces) {
            machine(machine, membership, drainGuard, filled)
                    .map(operation -> MembershipChange.after(operation,
                            Copies.retained(models, machine.scaleSet().stream().toList())))
                    .ifPresent(operations::add);
        }
        return operations;
    }

    HeldMembers held() {
        return held;
    }

    /** Whether any machine or scale set model is in the pool. */
    boolean referTo(ArmId pool) {
        return referred.contains(pool);
    }

    /** Whether any machine is in the pool now. */
    boolean hasMember(ArmId pool) {
        return staffed.contains(pool);
    }

    /** Whether a node that may take traffic is in the pool after the plan. */
    boolean staffs(ArmId pool, Membership membership) {
        return interfaces.stream()
                .filter(machine -> node(machine).isPresent() && machine.machine().filter(nodes::isOut).isEmpty())
                .anyMatch(machine -> machine.pools().contains(pool) && !membership.leave().contains(pool)
                        || joins(machine, membership).values().stream().anyMatch(joined -> joined.contains(pool)));
    }

    /** Whether the machine of any node that may take traffic cannot be read, so that its pools are unknown. */
    boolean isAnyUnreadable() {
        return nodes.wanted().stream().anyMatch(machine -> observedState.whyMachineUnreadable(machine).isPresent());
    }

    /** Why the machine of a node that may take traffic is in no pool of the family. */
    Function<ArmId, String> whyLeftOut(Membership membership) {
        Map<ArmId, MachineInterface> byMachine = new HashMap<>();
        interfaces.forEach(each -> each.machine().ifPresent(machine -> byMachine.putIfAbsent(machine, each)));
        return machine -> whyLeftOut(Optional.ofNullable(byMachine.get(machine)), membership);
    }

    private String whyLeftOut(Optional<MachineInterface> found, Membership membership) {
        if (found.isEmpty())
            return "its machine or its network interface is not found in Azure";
        if (!found.get().writable() || !found.get().ready())
            return "its machine is not running, or its network interface has failed or is being deleted";
        return admission.isAdmitted(found.get(), membership)
                ? "its network interface is in a pool of another load balancer, or has no IP configuration of this family"
                : "its machine is in another set than loadBalancerSku basic accepts";
    }

    /** Whether there is a machine that would join the pool. */
    boolean canFill(ArmId pool, IpFamily family) {
        Membership alone = new Membership(Map.of(family, Set.of(pool)), Set.of(), Set.of(), Set.of(), Set.of(),
                Map.of());
        return interfaces.stream().anyMatch(machine -> !joins(machine, alone).isEmpty());
    }

    /** Nodes that should take traffic but cannot, because a load balancer of SKU basic takes machines of one set only. */
    public List<Refusal> refusals(Membership membership) {
        if (membership.join().isEmpty())
            return List.of();
        List<Refusal> refusals = new ArrayList<>();
        for (MachineInterface machine : interfaces) {
            if (!machine.ready() || !machine.machine().filter(nodes::isWanted).isPresent()
                    || admission.isAdmitted(machine, membership))
                continue;
            refusals.add(new Refusal("NotForBasicLoadBalancer", node(machine).orElseThrow().name(), "runs on "
                    + machine.machine().orElseThrow().shortName()
                    + ": loadBalancerSku basic accepts machines of one "
                    + (settings.cloud().machines().vmType() == VmType.STANDARD
                            ? "availability set (primaryAvailabilitySetName \""
                            : "uniform scale set (primaryScaleSetName \"")
                    + settings.cloud().machines().primarySetName() + "\"); standard accepts all machines"));
        }
        if (!observedState.unreadable().isEmpty())
            nodes.wanted()
                    .forEach(machine -> observedState.whyMachineUnreadable(machine)
                            .ifPresent(why -> refusals.add(new Refusal(
                                    "MachineUnreadable", nodes.nodeOn(machine).orElseThrow().name(),
                                    "joins and leaves no pool: " + why))));
        return refusals.stream().sorted(Comparator.comparing(Refusal::subject)).toList();
    }

    /** If no list contains the machine of a node, the list is outdated and is read again. */
    private void askForUnseenMachines() {
        Set<ArmId> unseen = nodes.wanted();
        interfaces.forEach(machine -> machine.machine().ifPresent(unseen::remove));
        unseen.removeIf(machine -> observedState.whyMachineUnreadable(machine).isPresent());
        for (ArmId machine : unseen) {
            if (machine.hasType(ArmTypes.SCALE_SET_VM)) {
                ArmId scaleSet = machine.parent().orElseThrow();
                askAgain(scaleSet.children("virtualMachines"));
                // Its scale set changes too, so its known etag would be outdated.
                askAgain(collection(scaleSet, ArmTypes.SCALE_SET));
            } else if (machine.hasType(ArmTypes.VIRTUAL_MACHINE)) {
                askAgain(collection(machine, ArmTypes.VIRTUAL_MACHINE));
                askAgain(collection(machine, ArmTypes.NETWORK_INTERFACE));
            }
        }
    }

    /**
     * Azure removes interfaces from the pools of a deleted load balancer. An interface that still shows such a pool was read before, and
     * would be taken for a member of a new pool of the same name.
     */
    private void askForLeftInterfaces(Membership membership) {
        interfaces.stream()
                .filter(machine -> machine.target().hasType(ArmTypes.NETWORK_INTERFACE))
                .filter(machine -> machine.pools()
                        .stream()
                        .anyMatch(pool -> membership.isJoined(pool)
                                && !observedState.loadBalancer(pool.parent().orElseThrow()).exists()))
                .forEach(machine -> askAgain(collection(machine.target(), ArmTypes.NETWORK_INTERFACE)));
    }

    private void askAgain(ArmId collection) {
        reads.ask(MissingReads.ofOutdated(Set.of(collection)));
    }

    private static ArmId collection(ArmId beside, String type) {
        return ArmId.collection(beside.subscription(), beside.resourceGroup(), type);
    }

    private Set<ArmId> scaleSetsToJoin(Membership membership) {
        if (scaleSets.isEmpty() || membership.join().isEmpty())
            return Set.of();
        Set<ArmId> members = settings.cloud().loadBalancer().standard()
                ? ScaleSetPlanner.of(nodes.wanted())
                : new TreeSet<>();
        interfaces.stream()
                .filter(machine -> machine.machine().filter(nodes::isWanted).isPresent()
                        && admission.isAdmitted(machine, membership))
                .forEach(machine -> machine.scaleSet().ifPresent(members::add));
        return members;
    }

    private Optional<Operation> machine(MachineInterface machine, Membership membership, PoolDrainGuard drainGuard,
            Map<ArmId, Cause> filled) {
        if (!machine.writable())
            return Optional.empty();
        Set<ArmId> pools = machine.pools();
        Set<ArmId> leave = new TreeSet<>(membership.leave());
        // Azure removes interfaces of machines outside scale sets from the pools of a deleted load balancer.
        if (machine.scaleSet().isPresent())
            leave.addAll(membership.going());
        leave.retainAll(pools);
        boolean out = machine.machine().filter(nodes::isOut).isPresent();
        Set<ArmId> successors = new TreeSet<>();
        if (out) {
            pools.stream()
                    .filter(membership::isJoined)
                    .forEach(pool -> drainGuard.release(pool).ifPresent(first -> {
                        leave.add(pool);
                        successors.addAll(first);
                    }));
        }
        if (held.holds(machine.target(), leave))
            return Optional.empty();
        Map<IpFamily, Set<ArmId>> joins = joins(machine, membership);
        boolean newcomer = leave.isEmpty() && joins.values()
                .stream()
                .flatMap(Set::stream)
                .allMatch(pool -> staffed.contains(pool) || filled.containsKey(pool));
        return new MembershipChange(joins, leave, cause(machine, out, newcomer), filled)
                .write(machine.member(), membership)
                .map(operation -> MembershipChange.after(operation, successors));
    }

    /** {@code newcomer}: it only joins pools that already have members. */
    private Cause cause(MachineInterface machine, boolean out, boolean newcomer) {
        return node(machine)
                .map(node -> new Cause(out ? "NodeExcluded" : newcomer ? "NodeJoined" : "PoolMembership", node.name()))
                .orElseGet(() -> out ? new Cause("NodeLeft", machine.nodeName()) : Cause.of("PoolMembership"));
    }

    private Optional<NodeFacts> node(MachineInterface machine) {
        return machine.machine().flatMap(nodes::nodeOn);
    }

    /** The pools that a machine has to join. */
    private Map<IpFamily, Set<ArmId>> joins(MachineInterface machine, Membership membership) {
        boolean joins = machine.writable() && machine.ready()
                && machine.set().flatMap(observedState.unreadable()::of).isEmpty()
                && machine.machine().filter(nodes::isWanted).isPresent()
                && admission.of(machine, membership)
                        .filter(own -> !own.isTaken(machine.member().profile()))
                        .isPresent();
        if (!joins)
            return Map.of();
        Map<IpFamily, Set<ArmId>> pools = admission.of(machine, membership).orElseThrow().join();
        return machine.member()
                .profile()
                .missing(machine.scaleSet()
                        .flatMap(scaleSets::find)
                        .map(set -> ScaleSetPlanner.families(set, pools))
                        .orElse(pools));
    }

    /** The members that stay in each pool and those that join: no machine is removed if the pool would be empty. */
    private PoolDrainGuard drainGuard(Membership membership) {
        PoolDrainGuard drainGuard = new PoolDrainGuard();
        for (MachineInterface machine : interfaces) {
            if (machine.machine().filter(nodes::isOut).isEmpty())
                machine.pools().stream().filter(membership::isJoined).forEach(drainGuard::stays);
            joins(machine, membership).values()
                    .forEach(pools -> pools.forEach(pool -> drainGuard.joins(pool, machine.target())));
        }
        return drainGuard;
    }
}
