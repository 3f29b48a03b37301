package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.service.model.AdminState;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The resources of a Service in Azure, as last seen: its load balancer elements, its addresses, and who may reach them. */
final class InAzure {
    private static final int SHOWN = 5;

    private final ServiceSpec spec;
    private final ObservedState azure;
    private final List<NodeFacts> nodes;
    private final List<Line> lines = new ArrayList<>();
    private final Set<String> addresses = new TreeSet<>();
    private final Set<ArmId> frontendIds = new LinkedHashSet<>();

    private InAzure(ServiceSpec spec, ObservedState azure, List<NodeFacts> nodes) {
        this.spec = spec;
        this.azure = azure;
        this.nodes = nodes;
    }

    static Section of(ServiceSpec spec, ObservedState azure, List<NodeFacts> nodes) {
        InAzure seen = new InAzure(spec, azure, nodes);
        azure.loadBalancers().forEach(seen::on);
        seen.unusedPublicIps();
        seen.securityRules();
        seen.privateLinks();
        if (seen.lines.isEmpty())
            seen.lines.add(new Line("load balancer", "none", "the Service has nothing in Azure"));
        return new Section(Section.IN_AZURE, seen.lines);
    }

    private void on(LoadBalancer balancer) {
        List<Rule> rules = balancer.rules(Rule.Kind.LOAD_BALANCING)
                .stream()
                .filter(rule -> ServiceNames.owns(spec, rule.name()))
                .toList();
        Set<String> used = new TreeSet<>();
        rules.forEach(rule -> used.addAll(rule.frontends()));
        List<Frontend> frontends = balancer.frontends()
                .stream()
                .filter(each -> used.contains(each.key()) || ServiceNames.owns(spec, each.name()))
                .toList();
        if (rules.isEmpty() && frontends.isEmpty())
            return;
        lines.add(new Line("load balancer", balancer.name(),
                "resource group " + balancer.id().resourceGroup() + (balancer.isBasic() ? ", Basic" : ""),
                balancer.id().toString()));
        frontends.forEach(this::frontend);
        rules.forEach(this::rule);
        balancer.probes()
                .stream()
                .filter(probe -> rules.stream().anyMatch(rule -> rule.probe().equalsIgnoreCase(probe.name())))
                .forEach(probe -> lines.add(new Line("probe", probe.name(), "")));
        rules.stream()
                .map(Rule::pool)
                .distinct()
                .flatMap(name -> balancer.pool(name).stream())
                .forEach(this::pool);
    }

    private void frontend(Frontend frontend) {
        frontendIds.add(frontend.id());
        String whose = ServiceNames.owns(spec, frontend.name()) ? "" : "shared, created for another Service";
        Optional<PublicIp> publicIp = frontend.publicIp().flatMap(azure::publicIp);
        String address = publicIp.map(PublicIp::address).orElse(frontend.privateIp());
        if (!address.isEmpty())
            addresses.add(address);
        lines.add(new Line("frontend", frontend.name(), whose));
        if (publicIp.isPresent()) {
            lines.add(new Line("public IP", publicIp.get().name() + " " + orNone(address), owner(publicIp.get()),
                    publicIp.get().id().toString()));
        } else if (frontend.publicIp().isPresent()) {
            lines.add(new Line("public IP", frontend.publicIp().get().name(), "not in the last read",
                    frontend.publicIp().get().toString()));
        } else {
            lines.add(new Line("private address", orNone(address), "subnet " + lastOf(frontend.subnet())));
        }
    }

    /** Those that were created for the Service and have no frontend, for example because Azure refuses it. */
    private void unusedPublicIps() {
        azure.publicIps()
                .taggedWith(spec.subject())
                .stream()
                .filter(each -> each.name().toLowerCase(Locale.ROOT).contains(spec.baseName())
                        && lines.stream()
                                .noneMatch(line -> line.what().equals("public IP")
                                        && line.value().startsWith(each.name() + " ")))
                .forEach(each -> lines.add(new Line("public IP", each.name() + " " + orNone(each.address()),
                        owner(each) + "; no frontend uses it, and it is billed", each.id().toString())));
    }

    private String owner(PublicIp publicIp) {
        String services = String.join(", ", publicIp.services());
        if (services.isEmpty())
            return "provided by the user, never deleted";
        return publicIp.services().stream().anyMatch(spec.subject()::equalsIgnoreCase)
                ? "created by the controller for " + services
                : "its tags name " + services
                        + (publicIp.cluster().isEmpty() ? "" : " of cluster " + publicIp.cluster())
                        + ", not this Service";
    }

    private void rule(Rule rule) {
        lines.add(new Line("rule", rule.name(),
                (rule.frontendPort() == 0 ? "all ports" : rule.protocol() + " " + String.join(" -> ", rule.ports()))
                        + ", pool " + rule.pool() + (rule.probe().isEmpty() ? ", no probe" : "")));
    }

    /** Members by network interface are stored at the machines, members by address at the pool. */
    private void pool(Pool pool) {
        List<String> members = pool.hasAddresses() ? pool.addresses() : new PoolMembers(azure, nodes).of(pool);
        lines.add(new Line("pool", pool.name(), PrintableText.counted(members.size(), "member")
                + (members.isEmpty() ? "" : ": " + PrintableText.some(members, SHOWN)) + states(pool)));
    }

    private static String states(Pool pool) {
        Map<AdminState, List<String>> byState = pool.adminStates()
                .entrySet()
                .stream()
                .filter(each -> each.getValue() != AdminState.NONE)
                .collect(Collectors.groupingBy(Map.Entry::getValue, TreeMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        return byState.entrySet()
                .stream()
                .map(each -> "; admin state " + each.getKey().word() + ": "
                        + PrintableText.some(each.getValue(), SHOWN))
                .collect(Collectors.joining());
    }

    /** Rules are found by their destinations: the addresses of the Service. */
    private void securityRules() {
        azure.securityGroup()
                .ifPresent(group -> group.rules()
                        .stream()
                        .filter(SecurityGroup.Rule::managed)
                        .filter(rule -> rule.destinations().stream().anyMatch(addresses::contains))
                        .forEach(rule -> lines.add(new Line("security rule", rule.name(),
                                "priority " + rule.priority() + ", from "
                                        + PrintableText.some(rule.sources(), SHOWN)))));
    }

    private void privateLinks() {
        azure.privateLinks()
                .values()
                .stream()
                .flatMap(list -> list.services().stream())
                .filter(link -> link.frontends().stream().anyMatch(frontendIds::contains))
                .forEach(link -> lines.add(new Line("private link service", link.name(),
                        PrintableText.counted(link.connections().size(), "connection"))));
    }

    /** Nodes that get no traffic, or no new connections, and why. */
    static Section nodesLeftOut(ClusterState cluster) {
        List<Line> out = new ArrayList<>();
        for (NodeFacts node : cluster.nodes()) {
            NodeDrain drain = cluster.draining().get(node.name());
            if (drain != null)
                out.add(new Line("node", node.name(), "gets no new connections in node-IP pools: "
                        + drain.describe()));
            else if (node.excluded())
                out.add(new Line("node", node.name(),
                        "excluded from pools: by the label node.kubernetes.io/exclude-from-"
                                + "external-load-balancers, unmanaged, or in another resource group"));
            else if (node.leaving())
                out.add(new Line("node", node.name(),
                        "is not added to pools any more: it is being deleted or drained"));
            else if (node.machine().isEmpty())
                out.add(new Line("node", node.name(), "in no pool of network interfaces: it has no providerID yet"));
        }
        return new Section("nodes left out", out);
    }

    private static String orNone(String address) {
        return address.isEmpty() ? "(no address yet)" : address;
    }

    private static String lastOf(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }
}
