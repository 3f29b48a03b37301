package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.NodeFacts;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans which scale-set machines are in which NIC-based pools. The model is changed first, so that instances made meanwhile
 * join too, then the instances side by side. A machine leaves a pool when its node is excluded or was taken out of the cluster,
 * never when that would empty the pool and not before its successors are in it; machines that have no node yet are left alone.
 */
final class ScaleSetPlanner {
    private static final Set<String> NOT_RUNNING = Set.of("unknown", "stopped", "stopping", "deallocated",
            "deallocating");

    private final PlannerSettings settings;
    private final Estate estate;
    private final Map<ArmId, NodeFacts> nodeOf = new HashMap<>();
    private final Set<ArmId> departed;
    private final Questions questions;

    ScaleSetPlanner(PlannerSettings settings, Estate estate, Demand demand, Questions questions) {
        this.settings = settings;
        this.estate = estate;
        this.departed = demand.departedMachines();
        this.questions = questions;
        demand.nodes().forEach(node -> node.machine().ifPresent(machine -> nodeOf.put(machine, node)));
    }

    List<Operation> plan(Membership membership) {
        if (!membership.join().isEmpty())
            askForUnseenMachines();
        List<Operation> operations = new ArrayList<>();
        PoolStaff staff = staff(membership);
        for (ObjectNode scaleSet : estate.scaleSets()) {
            ArmId id = ArmId.parse(Tree.text(scaleSet, "id"));
            if (state(scaleSet).equals("deleting"))
                continue;
            Optional<Operation> model = model(id, scaleSet, membership);
            model.ifPresent(operations::add);
            for (ObjectNode instance : estate.instances().getOrDefault(id, List.of())) {
                instance(instance, membership, staff)
                        .map(operation -> model.isPresent() ? after(operation, id) : operation)
                        .ifPresent(operations::add);
            }
        }
        return operations;
    }

    /** True when there are machines, and all of them are of a kind whose pool membership is not managed yet. */
    static boolean nobodyCanJoin(List<NodeFacts> nodes) {
        List<ArmId> machines = nodes.stream()
                .filter(node -> !node.excluded() && !node.controlPlane())
                .flatMap(node -> node.machine().stream())
                .toList();
        return !machines.isEmpty() && machines.stream().noneMatch(machine -> machine.hasType(ArmTypes.SCALE_SET_VM));
    }

    /** Nodes that should take traffic and cannot: their machines are of a kind whose pool membership is not managed yet. */
    List<Refusal> refusals(Membership membership) {
        if (membership.join().isEmpty())
            return List.of();
        return nodeOf.entrySet()
                .stream()
                .filter(entry -> !isOut(entry.getValue()) && !entry.getValue().leaving()
                        && !entry.getKey().hasType(ArmTypes.SCALE_SET_VM))
                .map(entry -> new Refusal("UnsupportedMachine", entry.getValue().name(),
                        "is " + entry.getKey().shortName()
                                + ", not an instance of a uniform scale set: it joins no pool; use "
                                + "loadBalancerBackendPoolConfigurationType nodeIP"))
                .sorted(Comparator.comparing(Refusal::subject))
                .toList();
    }

    /** A node whose machine is in no list tells that the list is older than the machine. */
    private void askForUnseenMachines() {
        Set<ArmId> seen = new TreeSet<>();
        estate.scaleSets().forEach(scaleSet -> seen.add(ArmId.parse(Tree.text(scaleSet, "id"))));
        estate.instances()
                .values()
                .forEach(list -> list.forEach(instance -> seen.add(ArmId.parse(Tree.text(instance, "id")))));
        nodeOf.forEach((machine, node) -> {
            if (!isEligible(node) || seen.contains(machine))
                return;
            ArmId scaleSet = machine.parent().orElseThrow();
            questions.outdated(scaleSet.children("virtualMachines"));
            // Its scale set has changed too: a write on what is known of it would meet another etag.
            questions.outdated(ArmId.collection(scaleSet.subscription(), scaleSet.resourceGroup(), ArmTypes.SCALE_SET));
        });
    }

    private Optional<Operation> model(ArmId id, ObjectNode scaleSet, Membership membership) {
        ObjectNode desired = scaleSet.deepCopy();
        NetworkProfile profile = NetworkProfile.ofModel(desired);
        Set<ArmId> leave = new TreeSet<>(profile.pools());
        leave.retainAll(membership.leave());
        boolean hasMembers = nodeOf.entrySet()
                .stream()
                .anyMatch(entry -> isEligible(entry.getValue())
                        && entry.getKey().parent().filter(id::equals).isPresent());
        Map<IpFamily, Set<ArmId>> join = hasMembers && !isTaken(profile, membership)
                ? profile.missing(membership.join())
                : Map.of();
        if (desired.path("properties").isObject())
            Tree.properties(desired).remove("provisioningState");
        return operation(id, scaleSet, desired, profile, join, leave, membership, Cause.of("PoolMembership"));
    }

    private Optional<Operation> instance(ObjectNode instance, Membership membership, PoolStaff staff) {
        ArmId id = ArmId.parse(Tree.text(instance, "id"));
        NodeFacts node = nodeOf.get(id);
        ObjectNode desired = instance.deepCopy();
        NetworkProfile profile = NetworkProfile.ofInstance(desired);
        if (profile.isEmpty() || state(instance).equals("deleting"))
            return Optional.empty();
        Set<ArmId> leave = new TreeSet<>(profile.pools());
        leave.retainAll(membership.leave());
        boolean out = node == null ? departed.contains(id) : isOut(node);
        Set<ArmId> successors = new TreeSet<>();
        if (out) {
            profile.pools()
                    .stream()
                    .filter(membership::isJoined)
                    .forEach(pool -> staff.release(pool).ifPresent(first -> {
                        leave.add(pool);
                        successors.addAll(first);
                    }));
        }
        Map<IpFamily, Set<ArmId>> join = joins(instance, profile, membership);
        Tree.properties(desired).remove(List.of("instanceView", "provisioningState"));
        desired.remove("resources");
        Cause cause = node == null
                ? new Cause("NodeLeft", Tree.text(instance, "properties", "osProfile", "computerName"))
                : new Cause(out ? "NodeExcluded" : leave.isEmpty() ? "NodeJoined" : "PoolMembership", node.name());
        return operation(id, instance, desired, profile, join, leave, membership, cause)
                .map(operation -> operation.after(successors));
    }

    /** The pools a machine is to join and is not in. */
    private Map<IpFamily, Set<ArmId>> joins(ObjectNode instance, NetworkProfile profile, Membership membership) {
        NodeFacts node = nodeOf.get(ArmId.parse(Tree.text(instance, "id")));
        boolean joins = node != null && isEligible(node) && isRunning(instance) && !isTaken(profile, membership);
        return joins ? profile.missing(membership.join()) : Map.of();
    }

    private static Operation after(Operation operation, ArmId target) {
        Set<ArmId> before = new TreeSet<>(operation.after());
        before.add(target);
        return operation.after(before);
    }

    private static Optional<Operation> operation(ArmId id, ObjectNode observed, ObjectNode desired,
            NetworkProfile profile,
            Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave, Membership membership, Cause cause) {
        if (join.isEmpty() && leave.isEmpty())
            return Optional.empty();
        List<Change> changes = new ArrayList<>();
        Set<String> awaits = new TreeSet<>();
        profile.remove(leave);
        leave.forEach(pool -> changes.add(Change.remove("pool", poolName(pool), cause)));
        join.forEach((family, pools) -> {
            profile.add(family, pools);
            pools.forEach(pool -> {
                changes.add(Change.add("pool", poolName(pool), cause));
                if (membership.missing().contains(pool))
                    awaits.add("pool " + poolName(pool));
            });
        });
        return Optional.of(Operation.put(id, desired, Tree.text(observed, "etag"), changes).awaiting(awaits));
    }

    /** Who is in each pool now and who will be, so that the last ones are not taken out before others have come. */
    private PoolStaff staff(Membership membership) {
        PoolStaff staff = new PoolStaff();
        estate.instances().values().forEach(instances -> instances.forEach(instance -> {
            NetworkProfile profile = NetworkProfile.ofInstance(instance);
            profile.pools().stream().filter(membership::isJoined).forEach(staff::serves);
            if (!state(instance).equals("deleting")) {
                ArmId id = ArmId.parse(Tree.text(instance, "id"));
                joins(instance, profile, membership).values()
                        .forEach(pools -> pools.forEach(pool -> staff.joins(pool, id)));
            }
        }));
        return staff;
    }

    private boolean isEligible(NodeFacts node) {
        return node.machine().filter(machine -> machine.hasType(ArmTypes.SCALE_SET_VM)).isPresent() && !isOut(node)
                && !node.leaving();
    }

    private boolean isOut(NodeFacts node) {
        return node.excluded() || node.controlPlane() && settings.cloud().loadBalancer().controlPlaneExcluded();
    }

    /** A machine in a pool of a load balancer of another name cannot join: Azure allows one of each kind. */
    private static boolean isTaken(NetworkProfile profile, Membership membership) {
        Set<ArmId> staying = profile.pools();
        staying.removeAll(membership.leave());
        return !membership.pairs().containsAll(Membership.pairs(staying));
    }

    private static String poolName(ArmId pool) {
        return pool.parent().orElse(pool).name() + "/" + pool.name();
    }

    private static String state(ObjectNode resource) {
        return Tree.text(resource, "properties", "provisioningState").toLowerCase(Locale.ROOT);
    }

    /** A machine that is off joins when it is back; without an instance view it counts as running. */
    private static boolean isRunning(ObjectNode instance) {
        if (state(instance).equals("unknown"))
            return false;
        List<ObjectNode> statuses = Tree.list(instance, "properties", "instanceView", "statuses");
        if (statuses.isEmpty())
            return true;
        String power = statuses.stream()
                .map(status -> Tree.text(status, "code").toLowerCase(Locale.ROOT))
                .filter(code -> code.startsWith("powerstate/"))
                .map(code -> code.substring("powerstate/".length()))
                .findFirst()
                .orElse("unknown");
        return !NOT_RUNNING.contains(power);
    }
}
