package io.azureccm.route.apply;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.util.List;
import java.util.Objects;

/** The condition NetworkUnavailable with the reasons and messages that route controllers give it. */
public final class NetworkCondition {
    public static final String TYPE = "NetworkUnavailable";

    private NetworkCondition() {}

    static NodeCondition of(boolean connected, String now) {
        return new NodeCondition(now, now,
                connected ? "RouteController created a route" : "RouteController failed to create a route",
                connected ? "RouteCreated" : "NoRouteCreated", connected ? "False" : "True", TYPE);
    }

    /** Whether the node as seen says so already; messages are for people and do not count. */
    public static boolean says(Node node, boolean connected) {
        NodeCondition wanted = of(connected, "");
        List<NodeCondition> conditions = node.getStatus() == null ? List.of() : node.getStatus().getConditions();
        return conditions.stream()
                .anyMatch(each -> TYPE.equals(each.getType()) && Objects.equals(each.getStatus(), wanted.getStatus())
                        && Objects.equals(each.getReason(), wanted.getReason()));
    }
}
