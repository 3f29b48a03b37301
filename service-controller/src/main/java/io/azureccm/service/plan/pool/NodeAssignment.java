package io.azureccm.service.plan.pool;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.config.value.LabelSelector;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.NodeFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Assigns nodes to pairs of load balancers. If there are several pairs, a node belongs to one only: that of its machine set, else one whose
 * node selector matches, else one without selector; among these its current one, else the one with the fewest nodes. Only pairs in use
 * count. While the set of a node, or the pools that it may be in, cannot be read, it stays where it is seen and is added nowhere.
 */
public final class NodeAssignment {
    private final MachineSets machineSets;
    private final List<MultipleLoadBalancer> pairs;
    private final List<MultipleLoadBalancer> inUse;
    private final Set<ArmId> outdated = new TreeSet<>();
    private final Map<String, List<NodeFacts>> byPair = new HashMap<>();
    private final List<NodeFacts> unassignedNodes = new ArrayList<>();

    /** {@code pairs}: all possible ones; {@code balancers}: the desired load balancers. */
    public static NodeAssignment of(PlannerSettings settings, ObservedState observedState,
            List<MultipleLoadBalancer> pairs, Set<ArmId> balancers, ClusterState cluster, PlanMemory memory) {
        Set<String> names = new TreeSet<>();
        balancers.forEach(id -> names.add(Membership.pair(id)));
        Set<String> unseen = new TreeSet<>();
        pairs.stream().filter(each -> isUnseen(settings, observedState, each)).forEach(each -> unseen.add(key(each)));
        // Nodes in their pools would be taken for nodes that are in none.
        names.addAll(unseen);
        boolean anyUnseen = !unseen.isEmpty();
        Map<String, List<Pool>> clusterPools = settings.severalLoadBalancers()
                ? clusterPools(settings, observedState)
                : Map.of();
        return memory.of(NodeAssignment.class, settings.clusterName(),
                () -> new NodeAssignment(settings, observedState, pairs, names, clusterPools, anyUnseen, cluster),
                pairs, names, clusterPools, cluster.nodes(), cluster.draining(), observedState.machines(),
                observedState.unreadable(), anyUnseen);
    }

    private static boolean isUnseen(PlannerSettings settings, ObservedState observed, MultipleLoadBalancer pair) {
        return settings.loadBalancers(pair.name()).stream().anyMatch(id -> observed.whyUnreadable(id).isPresent());
    }

    /**
     * {@code names}: the pairs in use; {@code clusterPools}: the pools of each pair with all of its nodes; {@code anyUnseen}: a pair has a
     * load balancer whose pools cannot be read. Of the observed state it uses the machines, and what cannot be read.
     */
    private NodeAssignment(PlannerSettings settings, ObservedState observedState, List<MultipleLoadBalancer> pairs,
            Set<String> names, Map<String, List<Pool>> clusterPools, boolean anyUnseen, ClusterState cluster) {
        this.pairs = pairs;
        this.machineSets = new MachineSets(settings, observedState.machines(), observedState.unreadable(),
                outdated::add);
        this.inUse = pairs.stream().filter(each -> names.contains(key(each))).toList();
        List<NodeFacts> serving = cluster.nodes()
                .stream()
                .filter(node -> node.serves() || cluster.draining().containsKey(node.name()))
                .toList();
        if (settings.severalLoadBalancers()) {
            assign(serving, present(clusterPools), anyUnseen);
        } else {
            pairs.forEach(each -> byPair.put(key(each), serving));
        }
    }

    /** Nodes behind the load balancer, by name; empty for one that is not managed any more. */
    Optional<List<NodeFacts>> behind(ArmId balancer) {
        return pairs.stream().anyMatch(each -> key(each).equals(Membership.pair(balancer)))
                ? Optional.of(byPair.getOrDefault(Membership.pair(balancer), List.of()))
                : Optional.empty();
    }

    /** Nodes that no load balancer in use accepts. */
    public List<NodeFacts> unassignedNodes() {
        return List.copyOf(unassignedNodes);
    }

    /** Collections that are older than a node and therefore could not determine its set. */
    public Set<ArmId> outdated() {
        return outdated;
    }

    private void assign(List<NodeFacts> nodes, Map<String, Set<String>> present, boolean anyUnseen) {
        Map<NodeFacts, List<MultipleLoadBalancer>> open = new LinkedHashMap<>();
        for (NodeFacts node : nodes) {
            boolean isUnknown = machineSets.isUnknown(node);
            List<MultipleLoadBalancer> candidates = isUnknown ? inUse : candidates(node);
            Optional<MultipleLoadBalancer> here = candidates.size() == 1 && !isUnknown
                    ? Optional.of(candidates.getFirst())
                    : candidates.stream()
                            .filter(each -> node.internalIps()
                                    .stream()
                                    .anyMatch(present.getOrDefault(key(each), Set.of())::contains))
                            .findFirst();
            if (here.isEmpty() && (isUnknown || anyUnseen))
                continue;
            here.ifPresentOrElse(each -> put(each, node), () -> open.put(node, candidates));
        }
        open.forEach((node, candidates) -> candidates.stream()
                .min(Comparator.comparingInt(each -> byPair.getOrDefault(key(each), List.of()).size()))
                .ifPresentOrElse(each -> put(each, node), () -> unassignedNodes.add(node)));
        byPair.values().forEach(list -> list.sort(Comparator.comparing(NodeFacts::name)));
    }

    private List<MultipleLoadBalancer> candidates(NodeFacts node) {
        Optional<String> set = machineSets.of(node);
        List<MultipleLoadBalancer> primary = inUse.stream()
                .filter(each -> set.filter(each.primaryVmSet()::equalsIgnoreCase).isPresent())
                .toList();
        if (!primary.isEmpty())
            return primary;
        List<MultipleLoadBalancer> selected = inUse.stream()
                .filter(each -> selects(each) && each.nodeSelector().get().matches(node.labels()))
                .toList();
        return selected.isEmpty() ? inUse.stream().filter(each -> !selects(each)).toList() : selected;
    }

    private static boolean selects(MultipleLoadBalancer configuration) {
        return configuration.nodeSelector().filter(selector -> !isEmpty(selector)).isPresent();
    }

    private static boolean isEmpty(LabelSelector selector) {
        return selector.matchLabels().isEmpty() && selector.matchExpressions().isEmpty();
    }

    /** The current addresses in the pools of each pair. */
    private static Map<String, Set<String>> present(Map<String, List<Pool>> clusterPools) {
        Map<String, Set<String>> present = new HashMap<>();
        clusterPools.forEach((pair, pools) -> pools
                .forEach(pool -> present.computeIfAbsent(pair, key -> new HashSet<>()).addAll(pool.addresses())));
        return present;
    }

    /** By pair of load balancers: the pools that contain all nodes behind it. */
    private static Map<String, List<Pool>> clusterPools(PlannerSettings settings, ObservedState observedState) {
        Map<String, List<Pool>> pools = new HashMap<>();
        for (LoadBalancer balancer : observedState.loadBalancers()) {
            String pair = Membership.pair(balancer.id());
            balancer.pools()
                    .stream()
                    .filter(pool -> ServiceNames.isPool(settings.clusterName(), pool.name()))
                    .forEach(pool -> pools.computeIfAbsent(pair, key -> new ArrayList<>()).add(pool));
        }
        return pools;
    }

    private void put(MultipleLoadBalancer configuration, NodeFacts node) {
        byPair.computeIfAbsent(key(configuration), key -> new ArrayList<>()).add(node);
    }

    private static String key(MultipleLoadBalancer configuration) {
        return configuration.name().toLowerCase(Locale.ROOT);
    }
}
