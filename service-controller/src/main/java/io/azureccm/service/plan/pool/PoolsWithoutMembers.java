package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.PrintableText;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds Services whose backend pool no node can take traffic of, and says why each node is left out. Pools that are managed elsewhere, or
 * whose members cannot all be read, are not judged. {@code membership}: of pools of network interfaces after the plan.
 */
public record PoolsWithoutMembers(PlannerSettings settings, ServiceDecisions services, Placement placement,
        Map<ArmId, LoadBalancer> balancers, MembershipPlanner machines, Membership membership) {
    public static final String REASON = "PoolWithoutMembers";

    private static final int MAX_NAMES = 3;

    /** {@code frontends}: by UID of the Service. */
    public void report(Map<String, List<FrontendModel>> frontends, Notices notices) {
        Set<String> serving = settings.nodeIpPools() ? servingAddresses() : Set.of();
        Map<ArmId, Optional<String>> known = new HashMap<>();
        for (ServiceSpec service : services.all()) {
            if (!services.plans(service, Stage.TRAFFIC))
                continue;
            for (FrontendModel frontend : frontends.getOrDefault(service.uid(), List.of()))
                known.computeIfAbsent(placement.pool(service, frontend.family()),
                        pool -> problem(service, pool, frontend.family(), serving))
                        .ifPresent(problem -> notices.add(service, notice(problem)));
        }
    }

    /** The addresses of all nodes whose place in a pool counts. */
    private Set<String> servingAddresses() {
        Set<String> serving = new HashSet<>();
        for (NodeFacts node : services.cluster().nodes())
            if (!node.excluded() && !node.controlPlane())
                serving.addAll(node.internalIps());
        return serving;
    }

    /** Of a cluster without nodes, the event {@code UnAvailableLoadBalancer} tells already. */
    private Notice notice(String problem) {
        Notice notice = Notice.warning(Notice.Source.SERVICE_CONTROLLER, REASON, problem);
        return services.cluster().nodes().isEmpty() ? notice.onlyInCondition() : notice.alsoInCondition();
    }

    private Optional<String> problem(ServiceSpec service, ArmId id, IpFamily family, Set<String> serving) {
        ArmId balancer = id.parent().orElseThrow();
        Optional<Pool> pool = Optional.ofNullable(balancers.get(balancer)).flatMap(each -> each.pool(id.name()));
        if (pool.isEmpty() || settings.isPreconfigured(balancer))
            return Optional.empty();
        boolean staffed = settings.nodeIpPools()
                ? pool.get().hasInterfaces() || pool.get().addresses().stream().anyMatch(serving::contains)
                : pool.get().hasAddresses() || machines.staffs(id, membership);
        return staffed || machines.isAnyUnreadable()
                ? Optional.empty()
                : Optional.of(text(service, pool.get(), family));
    }

    private String text(ServiceSpec service, Pool pool, IpFamily family) {
        boolean keeps = settings.nodeIpPools() ? pool.hasAddresses() : machines.hasMember(pool.id());
        return "no node can take its traffic: pool " + pool.name() + " of load balancer " + pool.loadBalancer().name()
                + (keeps ? " has only members that were in it before" : " has no member") + "; "
                + whyEmpty(service, family);
    }

    /** Of a Service with a pool of its own, only the nodes that run its pods matter: the message stays the same while others join. */
    private String whyEmpty(ServiceSpec service, IpFamily family) {
        List<NodeFacts> all = services.cluster().nodes();
        if (all.isEmpty())
            return "the cluster has no node";
        Optional<Set<String>> running = settings.hasOwnPool(service)
                ? services.cluster().state(service).endpointNodes()
                : Optional.empty();
        List<NodeFacts> candidates = all.stream()
                .filter(node -> running.isEmpty() || running.get().contains(node.name()))
                .toList();
        return candidates.isEmpty() ? "no node runs a ready pod of the Service" : nodes(candidates, family);
    }

    /** Nodes by why they are left out, the most frequent reasons with the first names of each. */
    private String nodes(List<NodeFacts> candidates, IpFamily family) {
        Function<ArmId, String> machine = machines.whyLeftOut(membership);
        Map<String, List<String>> byReason = new TreeMap<>();
        candidates.forEach(node -> byReason
                .computeIfAbsent(why(node, family, machine), none -> new ArrayList<>())
                .add(node.name()));
        return byReason.entrySet()
                .stream()
                .sorted(Comparator.comparing(each -> -each.getValue().size()))
                .map(each -> some(each.getValue()) + " " + each.getKey())
                .collect(Collectors.joining("; "));
    }

    private static String some(List<String> names) {
        return names.size() == 1
                ? "node " + names.getFirst() + ":"
                : names.size() + " nodes (" + PrintableText.first(MAX_NAMES, names, ", ") + "):";
    }

    private String why(NodeFacts node, IpFamily family, Function<ArmId, String> whyLeftOut) {
        if (node.excluded())
            return "excluded by the label node.kubernetes.io/exclude-from-external-load-balancers, unmanaged, or in"
                    + " another resource group";
        if (node.leaving())
            return "being deleted or drained";
        if (node.controlPlane() && (settings.nodeIpPools() || settings.cloud().loadBalancer().controlPlaneExcluded()))
            return "control plane";
        if (settings.nodeIpPools())
            return node.ip(family).isEmpty()
                    ? "no internal " + family.azureName() + " address"
                    : "behind another load balancer";
        if (node.machine().isEmpty())
            return "no providerID yet";
        return node.machine().get().resourceGroup().equalsIgnoreCase(settings.cloud().resourceGroup())
                ? whyLeftOut.apply(node.machine().get())
                : "its machine is in another resource group than " + settings.cloud().resourceGroup();
    }
}
