package io.azureccm.node.status;

import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.node.plan.NodeWrite;
import io.fabric8.kubernetes.api.model.Node;
import java.util.function.Consumer;

/** Carries out one write of a plan on the Node it was planned for. Throws if the API server rejected it. */
@FunctionalInterface
public interface NodeWriter {
    /** {@code shown} receives the Node after the write if the API server returned it; the next write is based on it. */
    PatchOutcome write(Node seen, NodeWrite write, Consumer<Node> shown);
}
