package io.azureccm.route.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFacts.Care;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells for each route of the table what it is. Ours are, by exact name: those that are wanted; those of our form that lead
 * into the cluster's ranges, unless their node is somebody else's; and those with the bare name of a node of ours, as older
 * releases made them, that lead to its pods or into the cluster's ranges. Everything else is foreign.
 */
final class RouteSorter {
    /** What a route of the table is. */
    sealed interface Sort {
        /** Not ours: it stays byte for byte. */
        record Foreign() implements Sort {}

        /** Bears the name of a route that is wanted, or that was turned down. */
        record Named() implements Sort {}

        /** Stands in, under a name of older releases, for a route that is wanted. */
        record Legacy(DesiredRoute desired) implements Sort {}

        /** Ours and wanted no more. */
        record Stale(Cause cause) implements Sort {}
    }

    private static final Sort FOREIGN = new Sort.Foreign();
    private static final Sort NAMED = new Sort.Named();

    private final PlannerSettings settings;
    private final Map<String, NodeFacts> nodes;
    private final DesiredRoutePlanner.DesiredRoutes desiredRoutes;
    private final Set<String> names;

    /** {@code nodes} by the key of their name; {@code names}: keys of the names of all routes that nodes should have. */
    RouteSorter(PlannerSettings settings, Map<String, NodeFacts> nodes, DesiredRoutePlanner.DesiredRoutes desiredRoutes,
            Set<String> names) {
        this.settings = settings;
        this.nodes = nodes;
        this.desiredRoutes = desiredRoutes;
        this.names = names;
    }

    Sort sort(TableRoute route) {
        if (names.contains(route.name().key()))
            return NAMED;
        NodeFacts node = nodes.get(route.name().nodeKey());
        if (node != null && node.care() != Care.OURS)
            return FOREIGN;
        boolean inCluster = route.range().filter(settings::isOfCluster).isPresent();
        if (route.name().isOfOurForm())
            return inCluster ? stale(route, node) : FOREIGN;
        if (node == null)
            return FOREIGN;
        Optional<DesiredRoute> stoodInFor = desiredRoutes.wanted()
                .stream()
                .filter(desired -> desired.node().equals(node) && route.covers(desired.range()))
                .findFirst();
        if (stoodInFor.isPresent())
            return new Sort.Legacy(stoodInFor.get());
        return inCluster ? stale(route, node) : FOREIGN;
    }

    private static Sort stale(TableRoute route, NodeFacts node) {
        return new Sort.Stale(node == null
                ? new Cause("NodeLeft", route.name().nodeKey())
                : new Cause("NotAPodCIDR", RouteName.key(node.name())));

    }
}
