package io.azureccm.node.plan.ipam;

import io.azureccm.common.net.Cidr;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A cluster that nodes join and leave, with the controller's state between two plans. */
final class PodCidrs {
    final PodCidrPlanner planner;
    final Map<String, NodeCidrs> nodes = new LinkedHashMap<>();
    Map<String, List<Cidr>> claims = Map.of();
    private List<Integer> cursors;
    private int clock;

    /** {@code ranges} have the form {@code 10.244.0.0/16=24}; {@code services} are reserved. */
    PodCidrs(List<String> ranges, String... services) {
        List<Cidr> reserved = Stream.of(services).map(PodCidrs::prefix).toList();
        planner = new PodCidrPlanner(ranges.stream().map(text -> {
            String[] parts = text.split("=");
            return new PodRange(prefix(parts[0]), Integer.parseInt(parts[1]), reserved);
        }).toList());
        restart();
    }

    /** Discards the state that a restart of the process discards. */
    void restart() {
        cursors = planner.ranges().stream().map(range -> 0).toList();
        claims = Map.of();
    }

    PodCidrs join(String name, String... cidrs) {
        nodes.put(name, node(name, clock++, cidrs));
        return this;
    }

    PodCidrs joinUnserved(String name) {
        nodes.put(name, node(name, clock++).notServed());
        return this;
    }

    PodCidrs leave(String name) {
        nodes.remove(name);
        return this;
    }

    /** One plan for all nodes, without writes. */
    PodCidrPlan plan() {
        return plan(nodes.values(), nodes.keySet());
    }

    PodCidrPlan plan(Collection<NodeCidrs> seen, Collection<String> due) {
        PodCidrPlan plan = planner.plan(new PodCidrState(seen, claims, new TreeSet<>(due), cursors, Optional.empty()));
        cursors = plan.cursors();
        return plan;
    }

    /** One plan for all nodes, which then have the assigned CIDRs. */
    PodCidrPlan planAndAssign() {
        PodCidrPlan plan = plan();
        plan.assignments().forEach(this::give);
        return plan;
    }

    void give(PodCidrPlan.Assignment each) {
        NodeCidrs node = each.node();
        nodes.replace(node.name(),
                new NodeCidrs(node.name(), node.uid(), node.created(), true, each.cidrs(), List.of()));
    }

    /** The CIDRs of nodes, as {@code name=cidr,cidr}. */
    List<String> shown() {
        List<String> shown = new ArrayList<>();
        nodes.forEach((name, node) -> shown.add(name + "=" + text(node.cidrs())));
        return shown;
    }

    static List<String> shown(PodCidrPlan plan) {
        return plan.assignments().stream().map(each -> each.node().name() + "=" + text(each.cidrs())).toList();
    }

    static NodeCidrs node(String name, int age, String... cidrs) {
        return NodeCidrs.of(name, name + "-uid", Instant.ofEpochSecond(age), List.of(cidrs));
    }

    static Cidr prefix(String text) {
        return Cidr.parse(text).orElseThrow();
    }

    private static String text(List<Cidr> cidrs) {
        return cidrs.stream().map(Cidr::toString).collect(Collectors.joining(","));
    }
}
