package io.azureccm.route.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.explain.Picture.Box;
import io.azureccm.common.core.explain.Picture.Column;
import io.azureccm.common.net.Cidr;
import io.azureccm.route.plan.PlannedNode;
import io.azureccm.route.plan.RouteName;
import io.azureccm.route.plan.TableRoute;
import io.azureccm.route.spec.NodeFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A diagram of the last observed route table: the address ranges of each node, and the changes of the plan. */
final class RoutePicture {
    private final Map<String, Change> changes = new LinkedHashMap<>();
    private final Map<NodeFacts, PlannedNode> planned = new HashMap<>();
    private final List<TableRoute> routes;
    private final Map<Cidr, String> nameByRange = new HashMap<>();

    private RoutePicture(ObjectNode table, TurnPlan plan) {
        plan.plan()
                .operations()
                .stream()
                .flatMap(operation -> operation.changes().stream())
                .filter(change -> change.element().equals("route"))
                .forEach(change -> changes.put(RouteName.key(change.name()), change));
        plan.routes().ifPresent(each -> each.nodes().forEach(node -> planned.put(node.node(), node)));
        routes = TableRoute.allOf(table);
        routes.forEach(route -> route.range().ifPresent(range -> nameByRange.put(range, route.name().text())));
    }

    /** Empty while no route table is known. */
    static Optional<Picture> of(KnownState known, TurnPlan plan) {
        return known.observed()
                .flatMap(observed -> observed.table())
                .map(table -> new RoutePicture(table, plan).picture(table.path("name").asText(""),
                        known.cluster().nodes()));
    }

    private Picture picture(String name, List<NodeFacts> nodes) {
        List<Box> boxes = new ArrayList<>(routes.stream().map(this::route).toList());
        changes.values()
                .stream()
                .filter(change -> change.kind() == Change.Kind.ADD)
                .map(change -> new Box(change.name(), after(change, "addressPrefix", change.name()),
                        List.of(change.name(), "to " + after(change, "nextHopIpAddress", "its node")),
                        Optional.of(Change.Kind.ADD), List.of()))
                .forEach(boxes::add);
        return new Picture(("Route table " + name).strip(),
                List.of(new Column("Nodes", nodes.stream().map(this::node).toList()), new Column("Routes", boxes)));
    }

    private static String after(Change change, String field, String otherwise) {
        return change.fields()
                .stream()
                .filter(each -> each.path().endsWith(field))
                .map(FieldChange::after)
                .map(text -> text.replace("\"", ""))
                .findFirst()
                .orElse(otherwise);
    }

    private Box route(TableRoute route) {
        return new Box(route.name().text(), route.range().map(Cidr::toString).orElse("no address range"),
                List.of(route.name().text(), route.nextHop().isEmpty() ? "" : "to " + route.nextHop()),
                Optional.ofNullable(changes.get(route.name().key())).map(Change::kind), List.of());
    }

    /** With its addresses, and the ranges without a route and why. */
    private Box node(NodeFacts node) {
        List<String> lines = new ArrayList<>();
        lines.add(node.addresses().stream().collect(Collectors.joining(", ")));
        Optional.ofNullable(planned.get(node)).ifPresent(each -> each.missing().forEach(missing -> {
            lines.add("! no route: " + missing.podCidr());
            lines.add("because of " + missing.refusal().code());
        }));
        if (node.podCidrs().isEmpty())
            lines.add("no pod CIDR yet");
        List<String> to = node.podCidrs()
                .stream()
                .map(range -> Cidr.parse(range)
                        .map(nameByRange::get)
                        .orElseGet(() -> RouteName.of(node.name(), range).text()))
                .toList();
        return new Box(node.name(), node.name(), lines, Optional.empty(), to);
    }
}
