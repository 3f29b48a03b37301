package io.azureccm.node;

import io.azureccm.common.boot.ControllerProgram.Description;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.node.ipam.PodCidrSettings;
import io.azureccm.node.plan.NodeSettings.Parts;
import java.util.ArrayList;
import java.util.List;

/** Describes for the start report what the app does with this {@code --controllers}, and what it leaves to others. */
final class NodeDescription {
    private NodeDescription() {}

    static Description of(ControllerOptions options) {
        Parts parts = Parts.of(options.run().controllers());
        List<String> writes = new ArrayList<>(List.of("nothing in Azure"));
        if (parts.initialise())
            writes.add("provider ID, labels and addresses of Nodes");
        if (parts.lifecycle())
            writes.add("taints of Nodes; deletes Nodes whose machine is gone");
        if (PodCidrSettings.of(options).isPresent())
            writes.add("pod CIDRs of Nodes");
        if (!parts.initialise())
            writes.add("does not initialise Nodes, since --controllers leaves out cloud-node: the node agent or"
                    + " cloud-node-manager has to do it");
        if (!parts.lifecycle())
            writes.add("neither taints nor deletes Nodes, since --controllers leaves out cloud-node-lifecycle");
        return new Description("Nodes", String.join("; ", writes));
    }
}
