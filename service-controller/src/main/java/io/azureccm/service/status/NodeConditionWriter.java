package io.azureccm.service.status;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Instant;
import java.util.Optional;

/** Writes one condition of a Node, merged into the others by its type. */
public interface NodeConditionWriter {
    /** Does nothing, for a controller that does not write Nodes. */
    NodeConditionWriter NONE = (node, shown, wanted, now) -> {};

    /**
     * Writes the condition {@code wanted} of the named Node; {@code shown} is its current value. Throws if the API rejects the write; a
     * Node that no longer exists counts as written.
     */
    void write(String node, Optional<ShownCondition> shown, ShownCondition wanted, Instant now);

    /** Writes with patches of the status subresource. */
    static NodeConditionWriter of(NodePatches patches) {
        return (name, shown, wanted, now) -> {
            Node node = new NodeBuilder().withNewMetadata()
                    .withName(name)
                    .endMetadata()
                    .withNewStatus()
                    .endStatus()
                    .build();
            shown.ifPresent(condition -> node.getStatus()
                    .getConditions()
                    .add(NodeConditions.toWrite(condition, condition.written())));
            if (patches.condition(node, NodeConditions.toWrite(wanted, now)) == PatchOutcome.REFUSED)
                throw new IllegalStateException("this process is no longer allowed to write");
        };
    }
}
