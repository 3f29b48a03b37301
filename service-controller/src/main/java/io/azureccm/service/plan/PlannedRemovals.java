package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.pool.HeldMembers;
import io.azureccm.service.plan.pool.MembershipChange;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The removals among the operations of a draft that no deletion requested: frontends, public IPs and members of the cluster's pools. Not counted: a Service that
 * is deleted or no longer wants a load balancer, a Node that is deleted or leaving, and members of the pool of a single Service, which
 * follow its pods. Pure.
 */
final class PlannedRemovals {
    private final PlannerSettings settings;
    private final ObservedState observed;
    private final ServiceDecisions services;
    private final List<Operation> operations;
    private final Map<String, ServiceSpec> wanted = new HashMap<>();
    private final Set<String> leaving = new HashSet<>();
    private final Set<Removal> removals = new TreeSet<>();
    private final Map<String, Integer> poolSizes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    PlannedRemovals(PlannerSettings settings, ObservedState observed, ServiceDecisions services,
            List<Operation> operations) {
        this.settings = settings;
        this.observed = observed;
        this.services = services;
        this.operations = operations;
        services.all().stream().filter(ServiceSpec::wanted).forEach(each -> wanted.put(each.subject(), each));
        leaving.addAll(services.cluster().departed().nodes());
        services.cluster().nodes().stream().filter(NodeFacts::leaving).forEach(node -> {
            leaving.add(node.name().toLowerCase(Locale.ROOT));
            leaving.addAll(node.internalIps());
        });
        observed.loadBalancers().forEach(this::measure);
        operations.forEach(this::count);
    }

    /** Deterministic order, without duplicates. */
    List<Removal> all() {
        return List.copyOf(removals);
    }

    /** The current number of members of each pool. */
    Map<String, Integer> poolSizes() {
        return poolSizes;
    }

    /** The Services, by UID, that these removals would affect. */
    Set<ServiceSpec> concerned(Collection<Removal> held) {
        Set<ServiceSpec> concerned = new HashSet<>();
        held.stream()
                .filter(each -> each.kind() != Removal.Kind.POOL_MEMBER)
                .forEach(each -> each.subjects().forEach(subject -> concerned.add(wanted.get(subject))));
        return concerned;
    }

    private void measure(LoadBalancer balancer) {
        balancer.pools()
                .forEach(pool -> poolSizes.put(MembershipChange.poolName(pool.id()), pool.size()));
    }

    private void count(Operation operation) {
        ArmId target = operation.target();
        if (target.hasType(ArmTypes.PUBLIC_IP) && operation.verb() == Operation.Verb.DELETE) {
            observed.publicIps()
                    .stream()
                    .filter(ip -> ip.id().equals(target))
                    .forEach(ip -> add(Removal.Kind.PUBLIC_IP, "", target.name(), ip.services()));
        } else if (target.root().hasType(ArmTypes.LOAD_BALANCER)) {
            LoadBalancer before = observed.loadBalancer(target.root());
            operation.changes()
                    .stream()
                    .filter(change -> change.element().equals("frontend"))
                    .forEach(change -> frontend(before, operation, change));
            if (before.exists() && operation.verb() == Operation.Verb.PUT)
                addresses(before, operation);
        } else {
            operation.changes()
                    .stream()
                    .filter(change -> change.element().equals("pool") && change.kind() == Change.Kind.REMOVE)
                    .forEach(change -> machine(target, change));
        }
    }

    /** A frontend that is removed, or that gets another public IP. */
    private void frontend(LoadBalancer before, Operation operation, Change change) {
        for (Frontend frontend : before.frontends()) {
            if (!frontend.name().equalsIgnoreCase(change.name()))
                continue;
            Set<String> users = new TreeSet<>();
            services.ownerOf(frontend).ifPresent(owner -> users.add(owner.subject()));
            for (Rule rule : before.usersOf(frontend.name()))
                services.ownerOf(rule).ifPresent(owner -> users.add(owner.subject()));
            if (change.kind() == Change.Kind.REMOVE)
                add(Removal.Kind.FRONTEND, operation.target().root().name(), frontend.name(), users);
            else
                frontend.publicIp().ifPresent(ip -> add(Removal.Kind.PUBLIC_IP, "", ip.name(), users));
        }
    }

    /** Members of pools of addresses, written with their load balancer or alone. */
    private void addresses(LoadBalancer before, Operation operation) {
        ArmId target = operation.target();
        List<Pool> after = target.hasType(ArmTypes.LOAD_BALANCER)
                ? LoadBalancer.of(target, operation.body()).pools()
                : List.of(new Pool(target.root(), operation.body()));
        for (Pool pool : after) {
            String name = target.root().name() + "/" + pool.name();
            if (!ServiceNames.isPool(settings.clusterName(), pool.name()))
                continue;
            List<String> gone = new ArrayList<>(before.pool(pool.name()).map(Pool::addresses).orElse(List.of()));
            gone.removeAll(pool.addresses());
            gone.stream()
                    .filter(ip -> !leaving.contains(ip))
                    .forEach(ip -> removals.add(HeldMembers.removal(name, ip, Set.of())));
        }
    }

    /** Machines that leave the pools of a deleted load balancer are not counted, because its frontends are. */
    private void machine(ArmId machine, Change change) {
        String balancer = change.name().substring(0, change.name().indexOf('/'));
        boolean goes = operations
                .stream()
                .anyMatch(each -> each.verb() == Operation.Verb.DELETE && each.target().hasType(ArmTypes.LOAD_BALANCER)
                        && each.target().name().equalsIgnoreCase(balancer));
        String node = change.cause().subject();
        boolean isMember = !machine.hasType(ArmTypes.SCALE_SET)
                && ServiceNames.isPool(settings.clusterName(), change.name().substring(balancer.length() + 1));
        boolean isLeaving = leaving.contains(machine.key()) || leaving.contains(node.toLowerCase(Locale.ROOT));
        if (isMember && !goes && !isLeaving)
            removals.add(
                    HeldMembers.removal(change.name(), machine.shortName(), node.isEmpty() ? Set.of() : Set.of(node)));
    }

    /** Counted if it is removed from an existing Service that wants a load balancer. */
    private void add(Removal.Kind kind, String of, String name, Collection<String> users) {
        Set<String> losing = new TreeSet<>(users);
        losing.retainAll(wanted.keySet());
        if (!losing.isEmpty())
            removals.add(new Removal(kind, of, name, losing));
    }
}
