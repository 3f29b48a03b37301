package io.azureccm.route.plan;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.spec.NodeFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Determines the routes that nodes should have: one per pod CIDR, none for a CIDR that cannot be routed or that another
 * node already has.
 */
final class DesiredRoutePlanner {
    /** The desired routes in the order of the nodes, those that are refused, by node the refusals, and the desired ones by range. */
    record DesiredRoutes(List<DesiredRoute> wanted, List<DesiredRoute> turnedDown,
            Map<String, List<PlannedNode.Missing>> missing, Map<Cidr, DesiredRoute> byRange) {
        /** The desired route for exactly the range that a route of the table leads to. */
        Optional<DesiredRoute> coveredBy(TableRoute route) {
            return route.range().map(byRange::get);
        }
    }

    private final Map<String, TableRoute> existing;
    private final ObservedState observed;
    private final List<DesiredRoute> wanted = new ArrayList<>();
    private final List<DesiredRoute> turnedDown = new ArrayList<>();
    private final Map<String, List<PlannedNode.Missing>> missing = new HashMap<>();

    /** {@code existing}: the routes of the table by the key of their name. */
    DesiredRoutePlanner(Map<String, TableRoute> existing, ObservedState observed) {
        this.existing = existing;
        this.observed = observed;
    }

    DesiredRoutes plan(List<NodeFacts> nodes) {
        Map<String, DesiredRoute> byName = new LinkedHashMap<>();
        for (NodeFacts node : nodes) {
            for (String podCidr : node.podCidrs()) {
                desired(node, podCidr).ifPresent(desired -> {
                    DesiredRoute other = byName.putIfAbsent(desired.name().key(), desired);
                    if (other != null)
                        refuse(desired,
                                desired.refused("RouteNameTaken",
                                        "its route would have the name " + desired.name().text()
                                                + " of the route for " + other.podCidr()));
                });
            }
        }
        Map<Cidr, DesiredRoute> holders = new HashMap<>();
        byName.values().forEach(desired -> holders.merge(desired.range(), desired, this::holder));
        for (DesiredRoute desired : byName.values()) {
            DesiredRoute holder = holders.get(desired.range());
            if (holder == desired) {
                wanted.add(desired);
            } else {
                turnedDown.add(desired);
                refuse(desired, desired.refused("DuplicatePodCIDR", "node " + holder.node().name()
                        + " has the same range and keeps it; assign one of them another range"));
            }
        }
        return new DesiredRoutes(wanted, turnedDown, missing, holders);
    }

    private Optional<DesiredRoute> desired(NodeFacts node, String podCidr) {
        Optional<Cidr> range = Cidr.parseAligned(podCidr);
        if (range.isEmpty()) {
            refuse(node, podCidr, new Refusal("InvalidPodCIDR", node.name(), "pod CIDR " + podCidr
                    + ": is not a CIDR that starts with its network address, such as 10.244.1.0/24"));
            return Optional.empty();
        }
        DesiredRoute desired = DesiredRoute.of(node, podCidr, range.get(), observed);
        if (desired.name().isTooLong()) {
            refuse(desired, desired.refused("RouteNameTooLong", "its route would have the name " + desired.name().text()
                    + " of " + desired.name().text().length() + " characters, but Azure allows "
                    + RouteName.MAX_LENGTH));
            return Optional.empty();
        }
        return Optional.of(desired);
    }

    /** The node that already has the route keeps it; otherwise the older node gets it. */
    private DesiredRoute holder(DesiredRoute first, DesiredRoute second) {
        return !isThere(first) && isThere(second) ? second : first;
    }

    private boolean isThere(DesiredRoute desired) {
        TableRoute route = existing.get(desired.name().key());
        return route != null && route.covers(desired.range());
    }

    private void refuse(DesiredRoute desired, Refusal refusal) {
        refuse(desired.node(), desired.podCidr(), refusal);
    }

    private void refuse(NodeFacts node, String podCidr, Refusal refusal) {
        missing.computeIfAbsent(node.name(), name -> new ArrayList<>()).add(new PlannedNode.Missing(podCidr, refusal));

    }
}
