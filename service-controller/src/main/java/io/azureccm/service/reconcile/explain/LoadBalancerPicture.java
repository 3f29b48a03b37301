package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.explain.Picture.Box;
import io.azureccm.common.core.explain.Picture.Column;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.machine.PoolMember;
import io.azureccm.service.observed.ObservedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Load balancers as they were last seen, with what the plan is about to change in them. */
public final class LoadBalancerPicture {
    private static final String FRONTEND = "frontend";
    private static final String RULE = "rule";
    private static final String POOL = "pool";

    private final ObservedState azure;
    private final LoadBalancer balancer;
    private final Map<String, Change> changes = new TreeMap<>();

    private LoadBalancerPicture(ObservedState azure, LoadBalancer balancer, List<Operation> operations) {
        this.azure = azure;
        this.balancer = balancer;
        operations.stream()
                .filter(operation -> operation.target().equals(balancer.id()))
                .flatMap(operation -> operation.changes().stream())
                .forEach(change -> changes.put(key(change.element(), change.name()), change));
    }

    /** One for each load balancer that is there. */
    public static List<Picture> of(ObservedState azure, List<Operation> operations) {
        return azure.loadBalancers()
                .stream()
                .map(balancer -> new LoadBalancerPicture(azure, balancer, operations).picture())
                .toList();
    }

    private Picture picture() {
        List<Rule> rules = balancer.rules(Rule.Kind.LOAD_BALANCING);
        return new Picture("Load balancer " + balancer.name(), List.of(
                new Column("Frontends", boxes(FRONTEND, balancer.frontends()
                        .stream()
                        .map(each -> box(FRONTEND, each.name(), address(each), rules.stream()
                                .filter(rule -> rule.frontends().contains(each.key()))
                                .map(Rule::name)
                                .toList()))
                        .toList())),
                new Column("Rules", boxes(RULE, rules.stream().map(this::rule).toList())),
                new Column("Pools", boxes(POOL, balancer.pools()
                        .stream()
                        .map(each -> box(POOL, each.name(), members(each), List.of()))
                        .toList()))));
    }

    private Box rule(Rule rule) {
        String ports = rule.frontendPort() == 0
                ? "all ports"
                : rule.protocol() + " " + String.join(" -> ", rule.ports());
        return box(RULE, rule.name(), ports, List.of(rule.pool()));
    }

    private String address(Frontend frontend) {
        Optional<ArmId> publicIp = frontend.publicIp();
        return publicIp.flatMap(azure::publicIp)
                .map(PublicIp::address)
                .orElseGet(() -> publicIp.map(ArmId::name).orElse(frontend.privateIp()));
    }

    private String members(Pool pool) {
        long count = pool.hasAddresses()
                ? pool.addresses().size()
                : Stream.<PoolMember>concat(azure.machines().instances().stream(),
                        azure.machines().interfaces().stream())
                        .filter(member -> member.profile().pools().contains(pool.id()))
                        .count();
        return count + (count == 1 ? " member" : " members");
    }

    private Box box(String element, String name, String note, List<String> to) {
        return new Box(name, note, Optional.ofNullable(changes.get(key(element, name))).map(Change::kind), to);
    }

    /** With those that are still to be made. */
    private List<Box> boxes(String element, List<Box> there) {
        List<Box> all = new ArrayList<>(there);
        changes.values()
                .stream()
                .filter(change -> change.element().equals(element) && change.kind() == Change.Kind.ADD)
                .filter(change -> there.stream().noneMatch(box -> box.name().equalsIgnoreCase(change.name())))
                .forEach(change -> all.add(new Box(change.name(), "for " + change.cause().subject(),
                        Optional.of(Change.Kind.ADD), List.of())));
        return all;
    }

    private static String key(String element, String name) {
        return element + " " + name.toLowerCase(Locale.ROOT);
    }
}
