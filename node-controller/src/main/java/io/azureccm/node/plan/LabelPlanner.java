package io.azureccm.node.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.NodeWrite.SetLabels;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeKeys;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Keeps the deprecated labels of initialised nodes equal to the current ones, if enabled. */
record LabelPlanner(boolean betaLabels) {
    private static final Map<String, String> DEPRECATED = Map.of(NodeKeys.BETA_INSTANCE_TYPE, NodeKeys.INSTANCE_TYPE,
            NodeKeys.BETA_ZONE, NodeKeys.ZONE, NodeKeys.BETA_REGION, NodeKeys.REGION);

    Decision decide(NodeView view) {
        if (!betaLabels)
            return Decision.none(view.history());
        NodeFacts node = view.node();
        Map<String, String> wanted = new TreeMap<>();
        DEPRECATED.forEach((beta, present) -> {
            String value = node.labels().get(present);
            if (value != null)
                wanted.put(beta, value);
        });
        Map<String, String> differing = differing(node, wanted);
        return Decision.write(NodeChange.of(node.identity(), Cause.of("LabelsDiffer"),
                differing.isEmpty() ? List.of() : List.of(new SetLabels(differing))), view.history());
    }

    /** The labels that the node does not have with this value. */
    static Map<String, String> differing(NodeFacts node, Map<String, String> wanted) {
        Map<String, String> differing = new TreeMap<>(wanted);
        differing.entrySet().removeIf(each -> Objects.equals(node.labels().get(each.getKey()), each.getValue()));
        return differing;
    }
}
