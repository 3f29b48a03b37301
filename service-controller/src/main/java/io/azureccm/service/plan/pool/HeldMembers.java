package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.ServiceNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Members of pools whose removal is held because it exceeds a limit. */
public record HeldMembers(Removals removals) {
    /** The representation of such a removal: a machine by its id, an address by itself. */
    public static Removal removal(String pool, String member, Set<String> subjects) {
        return new Removal(Removal.Kind.POOL_MEMBER, pool, member, subjects);
    }

    /** Whether the network interface or instance stays in one of these pools. */
    boolean holds(ArmId machine, Set<ArmId> pools) {
        return pools.stream().anyMatch(pool -> isHeld(MembershipChange.poolName(pool), machine.shortName()));
    }

    /** Whether any member stays in the pool, {@code kubernetes/kubernetes}. */
    boolean holdsAnyIn(String pool) {
        return removals.all()
                .stream()
                .anyMatch(each -> each.kind() == Removal.Kind.POOL_MEMBER && each.of().equalsIgnoreCase(pool));
    }

    /**
     * The resulting members of the pool, by name: the wanted ones and the held ones. A member held in the pool of another pair of load
     * balancers is not added to this one before it has left there.
     */
    Map<String, String> with(Pool pool, Map<String, String> wanted) {
        if (removals.isEmpty())
            return wanted;
        String name = MembershipChange.poolName(pool.id());
        Map<String, String> members = new LinkedHashMap<>(wanted);
        members.values().removeIf(ip -> !pool.addresses().contains(ip) && staysElsewhere(pool, ip));
        pool.addresses()
                .stream()
                .filter(ip -> !members.containsValue(ip) && isHeld(name, ip))
                .toList()
                .forEach(ip -> members.put("held-" + ip.replace(':', '-'), ip));
        return members;
    }

    private boolean staysElsewhere(Pool pool, String ip) {
        String pair = Membership.pair(pool.loadBalancer());
        return removals.all()
                .stream()
                .filter(each -> each.kind() == Removal.Kind.POOL_MEMBER && each.name().equals(ip))
                .map(each -> each.of().substring(0, each.of().indexOf('/')))
                .anyMatch(balancer -> !ServiceNames.baseOfLoadBalancer(balancer).equalsIgnoreCase(pair));
    }

    private boolean isHeld(String pool, String member) {
        return !removals.isEmpty() && removals.contains(removal(pool, member, Set.of()));
    }
}
