package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.explain.Picture.Box;
import io.azureccm.common.core.explain.Picture.Column;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;

import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Pictures of the load balancers as last seen, with the changes that are planned for them. */
public final class LoadBalancerPicture {
    private static final String FRONTEND = "frontend";
    private static final String RULE = "rule";
    private static final String POOL = "pool";

    private static final int MAX_LINES = 5;

    private final Seen seen;
    private final LoadBalancer balancer;
    private final Map<String, Change> changes = new TreeMap<>();

    /** The input: Azure as last seen, the Services by their base name, and the members of pools. */
    private record Seen(ObservedState azure, Map<String, String> services, PoolMembers members) {}

    private LoadBalancerPicture(Seen seen, LoadBalancer balancer, List<Operation> operations) {
        this.seen = seen;
        this.balancer = balancer;
        operations.stream()
                .filter(operation -> isOfIt(operation.target()))
                .flatMap(operation -> operation.changes().stream())
                .forEach(change -> changes.put(key(change.element(), change.name()), change));
    }

    private boolean isOfIt(ArmId target) {
        return target.equals(balancer.id()) || target.parent().filter(balancer.id()::equals).isPresent();
    }

    /** One for each existing load balancer. */
    public static List<Picture> of(ObservedState azure, ClusterState cluster, List<Operation> operations) {
        Map<String, String> services = new HashMap<>();
        cluster.services().forEach(spec -> services.put(spec.baseName(), spec.subject()));
        Seen seen = new Seen(azure, services, new PoolMembers(azure, cluster.nodes()));
        return azure.loadBalancers()
                .stream()
                .map(balancer -> new LoadBalancerPicture(seen, balancer, operations).picture())
                .toList();
    }

    private Picture picture() {
        List<Rule> rules = balancer.rules(Rule.Kind.LOAD_BALANCING);
        Map<String, List<String>> byFrontend = new HashMap<>();
        rules.forEach(rule -> Set.copyOf(rule.frontends())
                .forEach(key -> byFrontend.computeIfAbsent(key, none -> new ArrayList<>()).add(rule.name())));
        return new Picture("Load balancer " + balancer.name(), List.of(
                new Column("Frontends", boxes(FRONTEND, balancer.frontends()
                        .stream()
                        .map(each -> frontend(each, byFrontend.getOrDefault(each.key(), List.of())))
                        .toList())),
                new Column("Rules", boxes(RULE, rules.stream().map(this::rule).toList())),
                new Column("Pools", boxes(POOL, balancer.pools().stream().map(this::pool).toList()))));
    }

    /** Labelled with the Services whose rules use it, and the one that it is named after. */
    private Box frontend(Frontend frontend, List<String> rules) {
        TreeSet<String> served = new TreeSet<>();
        rules.forEach(rule -> service(rule).ifPresent(served::add));
        service(frontend.name()).ifPresent(served::add);
        return box(FRONTEND, frontend.name(), some(List.copyOf(served)), List.of(address(frontend)), rules);
    }

    private Optional<String> service(String name) {
        return Optional.ofNullable(seen.services().get(ServiceNames.baseOf(name)));
    }

    private Box rule(Rule rule) {
        String ports = rule.frontendPort() == 0
                ? "all ports"
                : rule.protocol() + " " + String.join(" -> ", rule.ports());
        return box(RULE, rule.name(), service(rule.name()).map(of -> ports + " " + of).orElse(ports), List.of(),
                List.of(rule.pool()));
    }

    private String address(Frontend frontend) {
        Optional<ArmId> publicIp = frontend.publicIp();
        return publicIp.flatMap(seen.azure()::publicIp)
                .map(PublicIp::address)
                .orElseGet(() -> publicIp.map(ArmId::name).orElse(frontend.privateIp()));
    }

    /** Its members, and the nodes that are not members for a known reason. */
    private Box pool(Pool pool) {
        List<String> members = seen.members().of(pool);
        List<String> lines = new ArrayList<>();
        lines.add(PrintableText.counted(members.size(), "member"));
        members.stream().limit(MAX_LINES).forEach(lines::add);
        if (members.size() > MAX_LINES)
            lines.add("and " + (members.size() - MAX_LINES) + " more");
        List<String> down = seen.members().down(pool);
        down.stream().limit(MAX_LINES).forEach(name -> lines.add("! no new connections: " + name));
        if (down.size() > MAX_LINES)
            lines.add("! no new connections: " + (down.size() - MAX_LINES) + " more");
        Map<String, String> out = seen.members().out(members);
        out.entrySet().stream().limit(MAX_LINES).forEach(each -> {
            lines.add("! out: " + each.getKey());
            lines.add("because it " + each.getValue());
        });
        if (out.size() > MAX_LINES)
            lines.add("! out: " + (out.size() - MAX_LINES) + " more");
        return box(POOL, pool.name(), "", lines, List.of());
    }

    private static String some(List<String> names) {
        return names.size() <= 2
                ? String.join(", ", names)
                : names.getFirst() + " and " + (names.size() - 1) + " more";
    }

    /** {@code label}: what users know it by, shown before its name; "" for the name alone. */
    private Box box(String element, String name, String label, List<String> lines, List<String> to) {
        List<String> all = new ArrayList<>(label.isEmpty() ? List.of() : List.of(name));
        all.addAll(lines);
        return new Box(name, label.isEmpty() ? name : label, all,
                Optional.ofNullable(changes.get(key(element, name))).map(Change::kind), to);
    }

    /** Includes elements that are yet to be created. */
    private List<Box> boxes(String element, List<Box> there) {
        List<Box> all = new ArrayList<>(there);
        changes.values()
                .stream()
                .filter(change -> change.element().equals(element) && change.kind() == Change.Kind.ADD)
                .filter(change -> there.stream().noneMatch(box -> box.name().equalsIgnoreCase(change.name())))
                .forEach(change -> all.add(added(change)));
        return all;
    }

    private Box added(Change change) {
        return new Box(change.name(), change.cause().subject().isEmpty() ? change.name() : change.cause().subject(),
                change.cause().subject().isEmpty() ? List.of() : List.of(change.name()), Optional.of(Change.Kind.ADD),
                List.of());
    }

    private static String key(String element, String name) {
        return element + " " + name.toLowerCase(Locale.ROOT);
    }
}
