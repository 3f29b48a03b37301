package io.azureccm.route.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.diff.Differ;
import io.azureccm.common.net.Cidr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The routes of a table while they are planned, in the order of the table, with the changes and the nodes they are for.
 */
final class TableDraft {
    private static final DiffRules RULES = DiffRules.NONE.caseless("nextHopType");

    private static final DiffRules ADDED = DiffRules.NONE.ignoring("nextHopType");

    private final List<TableRoute> routes;
    private final Map<Cidr, TableRoute> byRange = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final Set<String> subjects = new TreeSet<>();

    TableDraft(List<TableRoute> observed) {
        this.routes = new ArrayList<>(observed);
        observed.forEach(route -> route.range().ifPresent(range -> byRange.put(range, route)));
    }

    void remove(TableRoute route, Cause cause) {
        routes.removeIf(each -> each == route);
        route.range().ifPresent(range -> byRange.remove(range, route));
        changes.add(Change.remove(TableRoute.ELEMENT, route.name().text(), cause));
    }

    void add(DesiredRoute desired, String nextHop, String reason, boolean isAwaited) {
        TableRoute added = TableRoute.create(desired.name(), desired.podCidr(), nextHop);
        routes.add(added);
        changes.add(new Change(Change.Kind.ADD, TableRoute.ELEMENT, desired.name().text(),
                Differ.fields(JsonNodeFactory.instance.objectNode(), added.json().path("properties"), ADDED),
                new Cause(reason, desired.node().name())));
        if (isAwaited)
            subjects.add(desired.node().name());
    }

    void replace(TableRoute route, DesiredRoute desired, String nextHop, String reason) {
        TableRoute changed = route.leading(desired.podCidr(), nextHop);
        routes.replaceAll(each -> each == route ? changed : each);
        route.range().ifPresent(range -> byRange.remove(range, route));
        List<FieldChange> fields = Differ.fields(route.json(), changed.json(), RULES);
        changes.add(Change.update(TableRoute.ELEMENT, route.name().text(), fields,
                new Cause(reason, desired.node().name())));
        subjects.add(desired.node().name());
    }

    /** The observed route with exactly this range that stays as it is; Azure allows only one. */
    Optional<TableRoute> holderOf(DesiredRoute desired) {
        return Optional.ofNullable(byRange.get(desired.range()));
    }

    int size() {
        return routes.size();
    }

    List<TableRoute> routes() {
        return List.copyOf(routes);
    }

    List<Change> changes() {
        return List.copyOf(changes);
    }

    /** The nodes that the changes affect. */
    Set<String> subjects() {
        return Set.copyOf(subjects);
    }
}
