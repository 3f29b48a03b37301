package io.azureccm.service.plan.loadbalancer;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.plan.pool.MembershipChange;
import io.azureccm.service.spec.IpFamily;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides which machines join and leave the pools of the desired load balancers, including machines that leave because a pool changes from
 * interfaces to addresses. If the cloud config allows it, Azure converts the pools itself, before everything else; otherwise the machines
 * leave first and the addresses follow.
 */
public record PoolChanges(PlannerSettings settings, ObservedState observedState, Placement placement,
        DesiredLoadBalancers.Result built) {
    private static final String MIGRATE = "migrateToIpBased";
    private static final Cause CAUSE = Cause.of("PoolTypeChanged");

    /**
     * Operations that let Azure convert pools of interfaces to pools of addresses; empty if there is nothing to convert, or not in this
     * way. The plan contains nothing else, because machines and load balancers change with it; {@code subjects} wait for it.
     */
    public List<Operation> migration(Set<String> subjects) {
        if (!settings.cloud().loadBalancer().pool().migrateWithApi())
            return List.of();
        Map<ArmId, List<String>> byBalancer = new TreeMap<>();
        built.changing()
                .keySet()
                .forEach(pool -> observed(pool).filter(Pool::hasInterfaces)
                        .filter(found -> !found.hasAddresses())
                        .ifPresent(found -> byBalancer
                                .computeIfAbsent(pool.parent().orElseThrow(), id -> new ArrayList<>())
                                .add(found.name())));
        List<Operation> operations = new ArrayList<>();
        byBalancer.forEach((balancer, names) -> {
            List<Change> changes = names.stream()
                    .map(name -> Change.update("pool", name,
                            List.of(new FieldChange("members", "interfaces", "addresses")), CAUSE))
                    .toList();
            operations.add(Operation.post(balancer, MIGRATE, Pool.migration(names), changes).forSubjects(subjects));
        });
        if (!operations.isEmpty())
            operations.addAll(deferred(byBalancer.keySet(), subjects));
        return operations;
    }

    /** Writes the addresses of pools once all machines have left them, after these operations. */
    public List<Operation> deferred(Set<ArmId> after, Set<String> subjects) {
        List<Operation> operations = new ArrayList<>();
        built.changing().forEach((pool, body) -> {
            List<FieldChange> fields = body.changesFrom(observed(pool));
            operations.add(
                    Operation.put(pool, body.json(), "", List.of(Change.update("pool", pool.name(), fields, CAUSE)))
                            .awaiting(Set.of("pool " + MembershipChange.poolName(pool) + " without interfaces"))
                            .after(after)
                            .forSubjects(subjects));
        });
        return operations;
    }

    /** {@code neededFor}: the Services that pools are needed for, by pool. */
    public Membership membership(Map<ArmId, Cause> neededFor) {
        Map<IpFamily, Set<ArmId>> join = new EnumMap<>(IpFamily.class);
        Set<ArmId> leave = new TreeSet<>(built.changing().keySet());
        Set<ArmId> going = new TreeSet<>();
        Set<ArmId> unready = new TreeSet<>();
        Set<ArmId> once = new TreeSet<>();
        Map<ArmId, Cause> causes = new TreeMap<>(neededFor);
        built.balancers().forEach((id, desired) -> {
            if (!desired.exists()) {
                observedState.loadBalancer(id).pools().forEach(pool -> going.add(Pool.id(id, pool.name())));
                return;
            }
            if (settings.nodeIpPools())
                return;
            boolean preconfigured = settings.isPreconfigured(id);
            for (IpFamily family : IpFamily.values()) {
                ArmId pool = settings.pool(id, family);
                Optional<Pool> there = observed(pool);
                if (placement.abandoned().contains(id)) {
                    leave.add(pool);
                    continue;
                }
                boolean left = preconfigured && there.isPresent()
                        && !observedState.inFlight().newPools().contains(pool);
                if (desired.pool(pool.name()).isEmpty() || left)
                    continue;
                join.computeIfAbsent(family, key -> new TreeSet<>()).add(pool);
                if (there.isEmpty())
                    (preconfigured ? once : unready).add(pool);
                if (there.filter(Pool::hasAddresses).isPresent()) {
                    unready.add(pool);
                    causes.put(pool, CAUSE);
                }
            }
        });
        return new Membership(join, leave, going, unready, once, causes);
    }

    /** The existing pool; empty for a pool of a load balancer that is being deleted, though Azure still shows it. */
    private Optional<Pool> observed(ArmId pool) {
        LoadBalancer balancer = observedState.loadBalancer(pool.parent().orElseThrow());
        return observedState.isLeaving(balancer) ? Optional.empty() : balancer.pool(pool.name());
    }
}
