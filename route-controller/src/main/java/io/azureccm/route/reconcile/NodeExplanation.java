package io.azureccm.route.reconcile;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.common.core.explain.Explanation.State;
import io.azureccm.common.net.Cidr;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.PlannedNode;
import io.azureccm.route.plan.TableRoute;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.NodeResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Explains the routes of one node from what the last turn knew and planned. */
final class NodeExplanation {
    private static final String KIND = "Node";

    private final NodeFacts node;
    private final KnownState known;
    private final TurnPlan plan;
    private final Instant now;
    private final Optional<PlannedNode> planned;

    private NodeExplanation(NodeFacts node, KnownState known, TurnPlan plan, Instant now) {
        this.node = node;
        this.known = known;
        this.plan = plan;
        this.now = now;
        this.planned = plan.routes()
                .flatMap(routes -> routes.nodes().stream().filter(each -> each.node().equals(node)).findFirst());
    }

    static Explanation of(String name, KnownState known, TurnPlan plan, Instant now) {
        return known.cluster()
                .nodes()
                .stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .map(node -> new NodeExplanation(node, known, plan, now).explain())
                .orElseGet(() -> new Explanation(KIND, name, State.IGNORED, "there is no such node in the cluster",
                        List.of()));
    }

    static List<Explanation> all(KnownState known, TurnPlan plan, Instant now) {
        return known.cluster()
                .nodes()
                .stream()
                .map(node -> new NodeExplanation(node, known, plan, now).explain().withoutSections())
                .toList();
    }

    private Explanation explain() {
        List<Line> waits = waits();
        return new Explanation(KIND, node.name(), state(waits), message(waits),
                List.of(new Section("has no route", missing()), new Section("waits for", waits),
                        new Section("conditions", conditions()),
                        new Section("asks for", asked()), new Section("in the route table", routes())));
    }

    private Optional<NodeResult> result() {
        return Optional.ofNullable(plan.nodes().results().get(node));
    }

    private State state(List<Line> waits) {
        if (node.care() != NodeFacts.Care.OURS)
            return State.IGNORED;
        if (result().filter(NodeResult.Disconnected.class::isInstance).isPresent())
            return known.writes().failure().isPresent() || known.writes().rejected().isRefused(node.name())
                    ? State.FAILED
                    : State.REFUSED;
        return waits.isEmpty() && (isServed() || result().filter(NodeResult.Connected.class::isInstance).isPresent())
                ? State.PROGRAMMED
                : State.PENDING;
    }

    /** The table as last read has its routes, and it shows that. How old the table may be only matters for a condition that says more. */
    private boolean isServed() {
        return Boolean.TRUE.equals(known.nodes().shown().get(node.uid()))
                && planned.filter(each -> each.kind() == PlannedNode.Kind.CONNECTED && each.written().isEmpty())
                        .isPresent();
    }

    private String message(List<Line> waits) {
        return switch (node.care()) {
            case UNMANAGED -> "it is labelled as not managed: its routes are not modified";
            case LEFT_OUT -> "the node filter excludes it";
            case ELSEWHERE -> "its machine is not in Azure (" + node.provider().id() + "): it gets no route";
            case OURS -> {
                if (result().orElse(null) instanceof NodeResult.Disconnected(List<NodeResult.Failure> failures))
                    yield failures.stream()
                            .map(each -> each.podCidr() + ": " + each.problem())
                            .collect(Collectors.joining("; "));
                if (node.podCidrs().isEmpty())
                    yield "it has no pod CIDR yet; the node-controller or the kube-controller-manager assigns it";
                yield waits.isEmpty() ? "" : "waits for " + waits.getFirst().what();
            }
        };
    }

    private List<Line> asked() {
        List<Line> lines = new ArrayList<>();
        node.podCidrs().forEach(cidr -> lines.add(new Line("pod CIDR", cidr, "spec.podCIDRs")));
        node.addresses().forEach(address -> lines.add(new Line("next hop", address, "InternalIP of its status")));
        if (node.addresses().isEmpty())
            Optional.ofNullable(known.machines().addresses().get(node.name()))
                    .ifPresent(asked -> lines.add(new Line("next hop", String.join(", ", asked.addresses()),
                            asked.problem().isEmpty() ? "its machine, in Azure" : asked.problem())));
        return lines;
    }

    private List<Line> missing() {
        return planned.stream()
                .flatMap(each -> each.missing().stream())
                .map(each -> new Line(each.podCidr(), each.refusal().code(), each.refusal().message()))
                .toList();
    }

    private List<Line> conditions() {
        List<Line> lines = new ArrayList<>();
        Optional.ofNullable(known.nodes().shown().get(node.uid()))
                .ifPresent(connected -> lines.add(new Line("NetworkUnavailable",
                        connected ? "False (RouteCreated)" : "True (NoRouteCreated)", "")));
        Optional.ofNullable(known.nodes().routed().get(node.uid()))
                .ifPresent(routed -> lines.add(new Line(routed.type(), routed.text(), routed.message())));
        return lines;
    }

    private List<Line> routes() {
        List<Line> lines = new ArrayList<>();
        known.observed()
                .flatMap(ObservedState::table)
                .stream()
                .flatMap(table -> TableRoute.allOf(table).stream())
                .filter(route -> node.podCidrs()
                        .stream()
                        .flatMap(cidr -> Cidr.parse(cidr).stream())
                        .anyMatch(route::covers))
                .forEach(route -> lines.add(new Line(route.name().text(),
                        route.range().map(Cidr::toString).orElse("") + " -> " + route.nextHop(), "")));
        planned.stream()
                .flatMap(each -> each.written().stream())
                .forEach(cidr -> lines.add(new Line("planned", cidr, "the write of the table has it")));
        return lines;
    }

    private List<Line> waits() {
        List<Line> lines = new ArrayList<>();
        plan.reads()
                .table()
                .filter(step -> !isServed())
                .ifPresent(step -> lines.add(new Line("the route table", "is to be read", step.waitsFor())));
        boolean writes = planned.filter(each -> !each.written().isEmpty()).isPresent();
        if (writes && plan.write() instanceof TurnPlan.Write.Waits(String what, Instant until, boolean brief))
            lines.add(new Line(what, "", Explanation.until(until)));
        else if (writes)
            lines.add(new Line("the write of the route table", "", ""));
        known.writes()
                .rejected()
                .nextAttempt(node.name(), now)
                .ifPresent(attempt -> lines.add(new Line("the next attempt", attempt.after(),
                        attempt.at().isAfter(now) ? Explanation.until(attempt.at()) : "")));
        known.writes().failure().ifPresent(failure -> lines.add(new Line("the next attempt", failure.problem(), "")));
        Optional.ofNullable(known.memory().settling().get(node.uid()))
                .filter(now::isBefore)
                .ifPresent(until -> lines.add(new Line("the route to take effect", "", Explanation.until(until))));
        return lines;
    }
}
