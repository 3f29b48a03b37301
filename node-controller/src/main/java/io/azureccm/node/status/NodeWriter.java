package io.azureccm.node.status;

import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.node.plan.NodeWrite;
import io.fabric8.kubernetes.api.model.Node;
import java.util.function.Consumer;

/** Carries one write of a plan out on the Node it was planned for. Throws when the API did not take it. */
@FunctionalInterface
public interface NodeWriter {
    /** {@code shown} is given the Node as it is after the write if the API has shown it: the next write is made on that one. */
    PatchOutcome write(Node seen, NodeWrite write, Consumer<Node> shown);
}
