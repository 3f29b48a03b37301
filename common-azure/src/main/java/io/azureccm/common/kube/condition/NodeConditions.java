package io.azureccm.common.kube.condition;

import io.azureccm.common.core.condition.ShownCondition;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Conditions of Nodes, from the API's model and into it. */
public final class NodeConditions {
    /** What the types of conditions of ours begin with. */
    public static final String OURS = "azureccm.io/";

    private NodeConditions() {}

    /** The condition of this type that a Node shows. */
    public static Optional<ShownCondition> of(Node node, String type) {
        return all(node).stream().filter(each -> each.type().equals(type)).findFirst();
    }

    /** All that a Node shows, in its order. */
    public static List<ShownCondition> all(Node node) {
        return node.getStatus() == null
                ? List.of()
                : node.getStatus()
                        .getConditions()
                        .stream()
                        .map(each -> new ShownCondition(text(each.getType()), text(each.getStatus()),
                                text(each.getReason()), text(each.getMessage()),
                                moment(each.getLastHeartbeatTime())))
                        .toList();
    }

    /** As it is written at this moment. */
    public static NodeCondition toWrite(ShownCondition wanted, Instant now) {
        String moment = now.truncatedTo(ChronoUnit.SECONDS).toString();
        return new NodeCondition(moment, moment, wanted.message(), wanted.reason(), wanted.status(), wanted.type());
    }

    private static Instant moment(String text) {
        try {
            return text == null ? Instant.EPOCH : Instant.parse(text);
        } catch (DateTimeException unreadable) {
            return Instant.EPOCH;
        }
    }

    private static String text(String value) {
        return Objects.requireNonNullElse(value, "");
    }
}
