package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.loadbalancer.DesiredLoadBalancers;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.plan.pool.PoolAdmission;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The addresses of the machines behind a pool, which are the destinations of packets when floating IP is off. A node-IP pool contains them;
 * for a pool of network interfaces they are the addresses of its nodes, including those about to leave the cluster. {@code known}:
 * by pool, those that were asked for.
 */
record BackendAddresses(PlannerSettings settings, ObservedState observedState, List<NodeFacts> nodes,
        DesiredLoadBalancers.Result built, Membership membership, Map<ArmId, Set<String>> known) {
    Set<String> of(ArmId pool, IpFamily family) {
        return known.computeIfAbsent(pool, id -> settings.nodeIpPools() ? planned(id) : ofMembers(id, family));
    }

    private Set<String> planned(ArmId id) {
        Set<String> addresses = new TreeSet<>();
        Optional.ofNullable(built.changing().get(id))
                .or(() -> built.balancers()
                        .getOrDefault(id.parent().orElseThrow(), LoadBalancer.NONE)
                        .pool(id.name()))
                .ifPresent(pool -> addresses.addAll(pool.addresses()));
        return addresses;
    }

    private Set<String> ofMembers(ArmId id, IpFamily family) {
        boolean withControlPlane = !settings.cloud().loadBalancer().controlPlaneExcluded();
        Optional<Set<ArmId>> accepted = new PoolAdmission(settings).machines(id, observedState.machines(), membership);
        Set<String> addresses = addresses(family,
                node -> !node.excluded() && (withControlPlane || !node.controlPlane())
                        && (accepted.isEmpty() || node.machine().filter(accepted.get()::contains).isPresent()));
        boolean isNoneServing = addresses.isEmpty();
        if (!isNoneServing && (withControlPlane || nodes.stream().noneMatch(NodeFacts::controlPlane)))
            return addresses;
        // A pool is never emptied, and no control plane is taken out of it: such members keep serving.
        Set<ArmId> machines = machines(id);
        addresses.addAll(addresses(family, node -> (isNoneServing || node.controlPlane() && !node.excluded())
                && node.machine().filter(machines::contains).isPresent()));
        return addresses;
    }

    /** The machines in the pool, and other parents of their IP configurations. */
    private Set<ArmId> machines(ArmId pool) {
        Set<ArmId> machines = new TreeSet<>();
        observedState.loadBalancer(pool.parent().orElseThrow())
                .pool(pool.name())
                .ifPresent(found -> found.interfaces().forEach(member -> machines.addAll(parents(member))));
        observedState.machines()
                .interfaces()
                .stream()
                .filter(nic -> machines.contains(nic.id()))
                .forEach(nic -> nic.virtualMachine().ifPresent(machines::add));
        return machines;
    }

    private Set<String> addresses(IpFamily family, Predicate<NodeFacts> serves) {
        Set<String> addresses = new TreeSet<>();
        nodes.stream()
                .filter(serves)
                .flatMap(node -> node.internalIps().stream())
                .filter(ip -> IpFamily.of(ip) == family)
                .forEach(addresses::add);
        return addresses;
    }

    /** The resources that contain an IP configuration, including its machine. */
    private static Set<ArmId> parents(ArmId ipConfiguration) {
        Set<ArmId> parents = new TreeSet<>();
        Optional<ArmId> at = Optional.of(ipConfiguration);
        while (at.isPresent()) {
            parents.add(at.get());
            at = at.get().parent();
        }
        return parents;
    }
}
