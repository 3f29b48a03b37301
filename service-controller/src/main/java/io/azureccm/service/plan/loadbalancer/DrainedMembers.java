package io.azureccm.service.plan.loadbalancer;

import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.limit.TagLimits;
import io.azureccm.service.model.AdminState;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The admin state of members of node-IP pools of one load balancer: {@code Down} for drained nodes, and {@code None} again after the drain.
 * Tags of the load balancer, written together with the states, record which members were taken down by this controller; an admin state set
 * by another client is not modified. At least one member of each pool is not down.
 */
public final class DrainedMembers {
    /** Followed by a number from 1 on; the values are addresses. */
    static final String TAG = "k8s-azure-drained-";
    private static final int MAX_TAGS = 10;
    /**
     * The order in which members stay down if one of them must not: those without running programs first, then those that were drained
     * first.
     */
    private static final Comparator<NodeDrain> DOWN_FIRST = Comparator
            .comparing((NodeDrain drain) -> drain.reason().serves())
            .thenComparing(NodeDrain::since)
            .thenComparing(NodeDrain::node);

    private final Set<String> recorded;
    /** The number of tags that the load balancer has room for. */
    private final int room;
    private final Map<String, NodeDrain> drains = new HashMap<>();
    private final Set<String> down = new LinkedHashSet<>();

    /** {@code observed}: the current load balancer. */
    DrainedMembers(LoadBalancer observed, ClusterState cluster) {
        this.recorded = recorded(observed);
        int others = (int) observed.tags().keySet().stream().filter(key -> !isTag(key)).count();
        this.room = Math.clamp(TagLimits.MAX_TAGS - others, 0, MAX_TAGS);
        for (NodeFacts node : cluster.nodes()) {
            NodeDrain drain = cluster.draining().get(node.name());
            if (drain != null)
                node.internalIps().forEach(ip -> drains.put(ip, drain));
        }
        // The Node of a machine that is gone may have the address of another one.
        for (NodeFacts node : cluster.nodes()) {
            if (node.serves() && !cluster.draining().containsKey(node.name()))
                node.internalIps().forEach(drains::remove);
        }
        // A client that sets the state of an address in one pool is responsible for it in all pools.
        for (Pool pool : observed.pools()) {
            pool.adminStates().forEach((ip, state) -> {
                if (state != AdminState.NONE && !(state == AdminState.DOWN && recorded.contains(ip)))
                    drains.remove(ip);
            });
        }
    }

    private static Set<String> recorded(LoadBalancer observed) {
        Set<String> recorded = new TreeSet<>();
        observed.tags().forEach((key, value) -> {
            if (isTag(key))
                recorded.addAll(List.of(value.split(",")));
        });
        return recorded;
    }

    /** The addresses that this controller took down, according to Azure, in at least one pool of the load balancer. */
    public static Set<String> down(LoadBalancer observed) {
        Set<String> recorded = recorded(observed);
        recorded.removeIf(ip -> observed.pools()
                .stream()
                .noneMatch(pool -> pool.adminStates().get(ip) == AdminState.DOWN));
        return recorded;
    }

    public static boolean isTag(String key) {
        return key.toLowerCase(Locale.ROOT).startsWith(TAG);
    }

    /** True if nothing was taken down, and nothing is to be. */
    boolean isEmpty() {
        return recorded.isEmpty() && drains.isEmpty();
    }

    /** The pools with the desired states of their members; {@code isOurs}: the pools whose members this controller decides. */
    List<Pool> in(List<Pool> pools, Predicate<Pool> isOurs) {
        if (isEmpty())
            return pools;
        List<Pool> result = new ArrayList<>();
        for (Pool pool : pools)
            result.add(pool.hasAddresses() && isOurs.test(pool) ? in(pool) : pool);
        return result;
    }

    private Pool in(Pool pool) {
        Map<String, AdminState> states = pool.adminStates();
        List<String> drained = drained(states.keySet());
        boolean othersServe = states.entrySet()
                .stream()
                .anyMatch(each -> !drained.contains(each.getKey())
                        && (each.getValue() != AdminState.DOWN || recorded.contains(each.getKey())));
        List<String> taken = othersServe || drained.isEmpty() ? drained : drained.subList(0, drained.size() - 1);
        Map<String, AdminState> wanted = new LinkedHashMap<>();
        states.forEach((ip, state) -> {
            if (taken.contains(ip))
                wanted.put(ip, AdminState.DOWN);
            else if (state == AdminState.DOWN && recorded.contains(ip))
                wanted.put(ip, AdminState.NONE);
        });
        down.addAll(taken);
        return pool.withAdminStates(wanted);
    }

    /**
     * In order of precedence for staying down. An address that does not fit into the tags is not taken down, because its state could not be
     * attributed later.
     */
    private List<String> drained(Set<String> members) {
        List<String> drained = new ArrayList<>();
        Set<String> written = new TreeSet<>(down);
        for (String ip : members.stream()
                .filter(drains::containsKey)
                .sorted(Comparator.comparing(drains::get, DOWN_FIRST))
                .toList()) {
            written.add(ip);
            if (values(written).size() > room)
                return drained;
            drained.add(ip);
        }
        return drained;
    }

    /** The tags with exactly the addresses that {@link #in} has taken down. */
    Map<String, String> mark(Map<String, String> tags) {
        Map<String, String> marked = new LinkedHashMap<>(tags);
        marked.keySet().removeIf(DrainedMembers::isTag);
        List<String> values = values(new TreeSet<>(down));
        Map<String, String> result = marked;
        for (int i = 0; i < values.size(); i++)
            result = ResourceTags.with(result, TAG + (i + 1), values.get(i));
        return result;
    }

    private static List<String> values(Set<String> addresses) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        for (String address : addresses) {
            if (!value.isEmpty() && value.length() + 1 + address.length() > TagLimits.MAX_VALUE_LENGTH) {
                values.add(value.toString());
                value.setLength(0);
            }
            value.append(value.isEmpty() ? "" : ",").append(address);
        }
        if (!value.isEmpty())
            values.add(value.toString());
        return values;
    }
}
