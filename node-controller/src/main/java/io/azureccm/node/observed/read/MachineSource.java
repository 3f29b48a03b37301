package io.azureccm.node.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.MachineAnswers;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.node.observed.NodeView.Presence;
import io.azureccm.node.spec.NodeFacts;
import java.util.Collection;

/** Where the controller learns of machines: from what is known without a call, and by calls that return when they have ended. */
public interface MachineSource {
    /** What is known now, and what has to be read for the rest. Makes no call. */
    MachineAnswers look(Collection<MachineQuery> questions);

    /** Makes a read that {@link #look} named. How it ended, the next look shows. */
    void read(MachineRead read);

    /** Asks for the node's machine directly and for nothing else. */
    Presence check(NodeFacts node);

    /** True when a scale set surely does not exist any more. */
    boolean isGone(ArmId scaleSet);
}
