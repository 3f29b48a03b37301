package io.azureccm.service.plan.pool;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.config.value.LabelSelector;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.spec.NodeFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which nodes are behind which pair of load balancers. With several, a node is behind one pair alone: that of its machine set,
 * else one whose node selector matches, else one without selector; where it is already, else where the fewest are. Only pairs
 * that are in use count.
 */
public final class NodeAssignment {
    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final MachineSets machineSets;
    private final List<MultipleLoadBalancer> pairs;
    private final List<MultipleLoadBalancer> inUse;
    private final Map<String, List<NodeFacts>> byPair = new HashMap<>();
    private final List<NodeFacts> unassignedNodes = new ArrayList<>();

    /** {@code pairs}: all there could be; {@code balancers}: the load balancers that there are to be. */
    public NodeAssignment(PlannerSettings settings, ObservedState observedState, OnDemandReads reads,
            List<MultipleLoadBalancer> pairs,
            Set<ArmId> balancers, ClusterState cluster) {
        this.pairs = pairs;
        this.settings = settings;
        this.observedState = observedState;
        this.machineSets = new MachineSets(settings, observedState.machines(), reads);
        Set<String> names = new TreeSet<>();
        balancers.forEach(id -> names.add(Membership.pair(id)));
        this.inUse = pairs.stream().filter(each -> names.contains(key(each))).toList();
        List<NodeFacts> serving = cluster.nodes()
                .stream()
                .filter(node -> node.serves() || cluster.draining().containsKey(node.name()))
                .toList();
        if (settings.severalLoadBalancers()) {
            assign(serving);
        } else {
            pairs.forEach(each -> byPair.put(key(each), serving));
        }
    }

    /** Nodes behind the load balancer, by name; empty for one that is not kept any more. */
    Optional<List<NodeFacts>> behind(ArmId balancer) {
        return pairs.stream().anyMatch(each -> key(each).equals(Membership.pair(balancer)))
                ? Optional.of(byPair.getOrDefault(Membership.pair(balancer), List.of()))
                : Optional.empty();
    }

    /** Nodes that no load balancer in use takes. */
    public List<NodeFacts> unassignedNodes() {
        return List.copyOf(unassignedNodes);
    }

    private void assign(List<NodeFacts> nodes) {
        Map<NodeFacts, List<MultipleLoadBalancer>> open = new LinkedHashMap<>();
        Map<String, Set<String>> present = present();
        for (NodeFacts node : nodes) {
            List<MultipleLoadBalancer> candidates = candidates(node);
            Optional<MultipleLoadBalancer> here = candidates.size() == 1
                    ? Optional.of(candidates.getFirst())
                    : candidates.stream()
                            .filter(each -> node.internalIps()
                                    .stream()
                                    .anyMatch(present.getOrDefault(key(each), Set.of())::contains))
                            .findFirst();
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

    /** Addresses in the pools of each pair now. */
    private Map<String, Set<String>> present() {
        Map<String, Set<String>> present = new HashMap<>();
        for (LoadBalancer balancer : observedState.loadBalancers()) {
            String pair = Membership.pair(balancer.id());
            balancer.pools()
                    .stream()
                    .filter(pool -> ServiceNames.isPool(settings.clusterName(), pool.name()))
                    .forEach(pool -> present.computeIfAbsent(pair, key -> new TreeSet<>()).addAll(pool.addresses()));
        }
        return present;
    }

    private void put(MultipleLoadBalancer configuration, NodeFacts node) {
        byPair.computeIfAbsent(key(configuration), key -> new ArrayList<>()).add(node);
    }

    private static String key(MultipleLoadBalancer configuration) {
        return configuration.name().toLowerCase(Locale.ROOT);
    }
}
