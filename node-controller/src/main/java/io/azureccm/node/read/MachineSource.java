package io.azureccm.node.read;

import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.node.estate.NodeView.Presence;
import io.azureccm.node.intent.NodeFacts;
import java.util.Collection;
import java.util.Map;

/** Where a pass learns of machines. */
public interface MachineSource {
    /** Answers by node name. */
    Map<String, MachineLookup> see(Collection<MachineQuery> questions);

    /** Asks for each of the nodes' machines directly and for nothing else; answers by node name. */
    Map<String, Presence> prove(Collection<NodeFacts> nodes);
}
