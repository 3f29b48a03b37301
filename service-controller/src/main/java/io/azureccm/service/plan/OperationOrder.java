package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.plan.pool.MembershipChange;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Orders operations by references: public IP before load balancer before membership, the reverse for removals, and the new side before the
 * old one when a Service switches between internal and external. An operation that depends on something that Azure has yet to create is
 * deferred. {@code balancers}: the desired load balancers.
 */
record OperationOrder(PlannerSettings settings, ObservedState observedState, Map<ArmId, LoadBalancer> balancers,
        Map<ArmId, Operation> operations) {
    OperationOrder {
        operations = new LinkedHashMap<>(operations);
    }

    List<Operation> order(List<ServiceSpec> services, Map<String, List<FrontendModel>> frontends) {
        if (operations.isEmpty())
            return List.of();
        orderPublicIps();
        orderBalancers(services, frontends);
        orderMembers();
        deferDependents();
        return List.copyOf(operations.values());
    }

    private void orderPublicIps() {
        balancers.keySet().forEach(this::orderPublicIps);
    }

    private void orderPublicIps(ArmId balancer) {
        Set<ArmId> before = publicIpsOf(observedState.loadBalancer(balancer));
        before.addAll(attachedTo(balancer));
        Set<ArmId> later = publicIpsOf(balancers.get(balancer));
        Set<ArmId> needed = new TreeSet<>(operations.keySet());
        needed.retainAll(later);
        needed.removeIf(ip -> operations.get(ip).verb() == Operation.Verb.DELETE || operations.get(ip).isDeferred()
                || isRelease(operations.get(ip)));
        require(balancer, needed);
        before.stream().filter(ip -> !later.contains(ip)).forEach(ip -> require(ip, Set.of(balancer)));
        // A frontend may stay for now although no Service has it any more.
        later.stream()
                .filter(ip -> operations.containsKey(ip) && operations.get(ip).verb() == Operation.Verb.DELETE)
                .forEach(operations::remove);
    }

    /** A public IP that only loses Services is in the same state for those that keep it. */
    private static boolean isRelease(Operation operation) {
        return !operation.subjects().isEmpty() && operation.removing().equals(operation.subjects());
    }

    private void orderBalancers(List<ServiceSpec> services, Map<String, List<FrontendModel>> frontends) {
        for (ArmId id : balancers.keySet()) {
            if (operations.containsKey(id) && operations.get(id).verb() == Operation.Verb.DELETE)
                require(id, leaving(id));
        }
        Map<ArmId, ArmId> moves = new TreeMap<>();
        for (ServiceSpec service : services) {
            List<FrontendModel> own = frontends.getOrDefault(service.uid(), List.of());
            if (own.isEmpty())
                continue;
            ArmId choice = own.getFirst().loadBalancer();
            for (ArmId old : balancers.keySet()) {
                if (!old.equals(choice) && operations.containsKey(old)
                        && operations.get(old).subjects().contains(service.subject()))
                    moves.put(old, choice);
            }
        }
        // The new side, including its security rule, is complete before the old one is removed. When Services move both
        // ways at once each load balancer is new for some and old for others, and neither can go first.
        boolean bothWays = moves.size() > 1;
        moves.forEach((old, choice) -> {
            if (!bothWays) {
                require(old, Set.of(choice));
                require(old, joining(choice));
                // Machines stay behind the old side until then.
                leaving(old).forEach(machines -> require(machines, Set.of(choice)));
            }
            require(settings.securityGroup(), Set.of(choice));
            require(settings.securityGroup(), joining(choice));
        });
    }

    /** A node that changes load balancers leaves the old pool before it joins the new one, unless another dependency requires otherwise. */
    private void orderMembers() {
        for (ArmId taker : balancers.keySet()) {
            if (writesOf(taker).isEmpty())
                continue;
            Set<String> gained = new TreeSet<>(membersOf(balancers.get(taker)));
            gained.removeAll(membersOf(observedState.loadBalancer(taker)));
            for (ArmId giver : balancers.keySet()) {
                if (gained.isEmpty() || Membership.pair(giver).equals(Membership.pair(taker))
                        || writesOf(giver).isEmpty())
                    continue;
                Set<String> lost = new TreeSet<>(membersOf(observedState.loadBalancer(giver)));
                lost.removeAll(membersOf(balancers.get(giver)));
                lost.retainAll(gained);
                if (!lost.isEmpty())
                    writesOf(taker).forEach(write -> require(write, Set.copyOf(writesOf(giver))));
            }
        }
    }

    private List<ArmId> writesOf(ArmId balancer) {
        return operations.keySet()
                .stream()
                .filter(target -> target.equals(balancer) || target.parent().filter(balancer::equals).isPresent())
                .toList();
    }

    private boolean comesAfter(ArmId target, ArmId other) {
        Set<ArmId> before = operations.containsKey(target) ? operations.get(target).after() : Set.of();
        return before.contains(other) || before.stream().anyMatch(each -> comesAfter(each, other));
    }

    private static Set<String> membersOf(LoadBalancer balancer) {
        Set<String> members = new TreeSet<>();
        balancer.pools().forEach(pool -> members.addAll(pool.addresses()));
        return members;
    }

    /** An operation after a deferred one is deferred too. */
    private void deferDependents() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Operation operation : List.copyOf(operations.values())) {
                Set<String> awaits = new TreeSet<>(operation.awaits());
                operation.after()
                        .stream()
                        .map(operations::get)
                        .filter(Objects::nonNull)
                        .filter(Operation::isDeferred)
                        .forEach(prerequisite -> awaits.add(prerequisite.target().shortName()));
                if (awaits.size() > operation.awaits().size()) {
                    operations.put(operation.target(), operation.awaiting(awaits));
                    changed = true;
                }
            }
        }
    }

    private Set<ArmId> leaving(ArmId balancer) {
        return membershipOf(balancer, Change.Kind.REMOVE);
    }

    private Set<ArmId> joining(ArmId balancer) {
        return membershipOf(balancer, Change.Kind.ADD);
    }

    private Set<ArmId> membershipOf(ArmId balancer, Change.Kind kind) {
        Set<ArmId> targets = new TreeSet<>();
        operations.values()
                .forEach(operation -> operation.changes()
                        .stream()
                        .filter(change -> change.kind() == kind && change.element().equals("pool")
                                && MembershipChange.isOn(balancer, change))
                        .forEach(change -> targets.add(operation.target())));
        return targets;
    }

    /**
     * An order that contradicts an earlier one is dropped, since a plan whose operations wait for each other could not be executed at all. It
     * happens when a Service moves while its public IP, which is to be written, is still attached to the old load balancer.
     */
    private void require(ArmId target, Set<ArmId> before) {
        Operation operation = operations.get(target);
        if (operation == null)
            return;
        Set<ArmId> all = new TreeSet<>(operation.after());
        before.stream().filter(each -> !comesAfter(each, target)).forEach(all::add);
        all.remove(target);
        all.retainAll(operations.keySet());
        operations.put(target, operation.after(all));
    }

    /** Public IPs that still show the attachment, as they do until an operation that removes their frontend has ended. */
    private Set<ArmId> attachedTo(ArmId balancer) {
        return observedState.publicIps()
                .stream()
                .filter(ip -> ip.attachedTo().filter(balancer::equals).isPresent())
                .map(PublicIp::id)
                .collect(Collectors.toSet());
    }

    private static Set<ArmId> publicIpsOf(LoadBalancer balancer) {
        Set<ArmId> ips = new HashSet<>();
        balancer.frontends().forEach(frontend -> frontend.publicIp().ifPresent(ips::add));
        return ips;
    }
}
