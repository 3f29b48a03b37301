package io.azureccm.node.apply;

import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.node.plan.NodeWrite;
import io.fabric8.kubernetes.api.model.Node;

/** Carries one write of a plan out on the Node it was planned for. Throws when the API did not take it. */
@FunctionalInterface
public interface NodeWriter {
    PatchOutcome write(Node seen, NodeWrite write);
}
