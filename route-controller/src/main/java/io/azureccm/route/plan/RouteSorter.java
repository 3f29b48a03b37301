package io.azureccm.route.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFacts.Care;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Classifies each route of the table. Managed, by exact name: desired routes; routes in this project's name format that
 * lead into the cluster's ranges, unless their node is not managed; and routes with the plain name of a managed node,
 * as older releases named them, that lead to its pods or into the cluster's ranges. All others are foreign; one that
 * was probably created for a node by an older release is removed if that is approved. {@code nodes} by the key of their
 * name; {@code names}: keys of the names of all routes that nodes should have.
 */
record RouteSorter(PlannerSettings settings, Map<String, NodeFacts> nodes,
        DesiredRoutePlanner.DesiredRoutes desiredRoutes, Set<String> names) {
    /** The kind of a route in the table. */
    sealed interface Sort {
        /** Not managed: it stays byte for byte. */
        record Foreign() implements Sort {}

        /** Has the name of a route that is desired or that was refused. */
        record Named() implements Sort {}

        /** Serves a desired route under a legacy name. */
        record Legacy(DesiredRoute desired) implements Sort {}

        /** Managed and no longer desired. */
        record Stale(Cause cause) implements Sort {}

        /**
         * Probably of a node that is gone, under a legacy name, and in the way of a desired route; but it may also belong
         * to somebody else.
         */
        record Leftover(Cause cause) implements Sort {}
    }

    private static final Sort FOREIGN = new Sort.Foreign();
    private static final Sort NAMED = new Sort.Named();
    private static final Pattern NODE_NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?",
            Pattern.CASE_INSENSITIVE);

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
            return leftover(route);
        Optional<DesiredRoute> stoodInFor = desiredRoutes.coveredBy(route)
                .filter(desired -> desired.node().equals(node));
        if (stoodInFor.isPresent())
            return new Sort.Legacy(stoodInFor.get());
        return inCluster ? stale(route, node) : FOREIGN;
    }

    /** An appliance with the name of a node that does not exist, on exactly the range of a node that exists. */
    private Sort leftover(TableRoute route) {
        if (!route.appliance() || !NODE_NAME.matcher(route.name().text()).matches())
            return FOREIGN;
        return desiredRoutes.coveredBy(route)
                .filter(desired -> desired.nextHop().filter(hop -> !route.leadsTo(hop)).isPresent())
                .<Sort>map(desired -> new Sort.Leftover(new Cause("BlocksNode", desired.node().name())))
                .orElse(FOREIGN);
    }

    private static Sort stale(TableRoute route, NodeFacts node) {
        return new Sort.Stale(node == null
                ? new Cause("NodeLeft", route.name().nodeKey())
                : new Cause("NotAPodCIDR", RouteName.key(node.name())));

    }
}
