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

/** Converts conditions of Nodes from and to the API's model. */
public final class NodeConditions {
    /** Prefix of the controllers' own condition types. */
    public static final String OURS = "azureccm.io/";

    private NodeConditions() {}

    /** The condition of this type of a Node. */
    public static Optional<ShownCondition> of(Node node, String type) {
        return all(node).stream().filter(each -> each.type().equals(type)).findFirst();
    }

    /** All conditions of a Node, in order. */
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

    /** The condition in the form to write at this time. */
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
