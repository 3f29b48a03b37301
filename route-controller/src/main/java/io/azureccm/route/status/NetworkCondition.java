package io.azureccm.route.status;

import io.azureccm.route.RouteController;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The condition NetworkUnavailable with the reasons and messages of the reference's route controller. */
public final class NetworkCondition {
    public static final String TYPE = "NetworkUnavailable";

    private NetworkCondition() {}

    /** Of a node that has its routes; {@code now}: when that was found. */
    public static NodeCondition connected(String now) {
        return new NodeCondition(now, now, "RouteController created a route", "RouteCreated", "False", TYPE);
    }

    public static NodeCondition notConnected(String now) {
        return new NodeCondition(now, now, "RouteController failed to create a route", "NoRouteCreated", "True", TYPE);
    }

    static NodeCondition of(boolean connected, String now) {
        return connected ? connected(now) : notConnected(now);
    }

    /** Whether this version of the node already has the condition; messages are not compared. */
    private static boolean hasConnectivity(Node node, boolean connected) {
        NodeCondition wanted = of(connected, "");
        List<NodeCondition> conditions = node.getStatus() == null ? List.of() : node.getStatus().getConditions();
        return conditions.stream()
                .anyMatch(each -> TYPE.equals(each.getType()) && Objects.equals(each.getStatus(), wanted.getStatus())
                        && Objects.equals(each.getReason(), wanted.getReason()));
    }

    /** The condition in this version of the node; empty if it has none of a route controller. */
    public static Optional<Boolean> shown(Node node) {
        if (hasConnectivity(node, true))
            return Optional.of(true);
        return hasConnectivity(node, false) ? Optional.of(false) : Optional.empty();

    }
}
