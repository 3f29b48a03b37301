package io.azureccm.node.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.MachineAnswers;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.node.observed.Presence;
import java.util.Collection;

/** The source of machines: cached answers without a call, and blocking reads. */
public interface MachineSource {
    /** Returns what is known now, and the reads required for the rest. Makes no call. */
    MachineAnswers lookUp(Collection<MachineQuery> questions);

    /** Makes a read returned by {@link #lookUp}. The next lookup returns its result. */
    void read(MachineRead read);

    /** Requests only this machine, directly from Azure. */
    Presence check(ArmId machine);

    /** True only if the scale set is known not to exist any more. */
    boolean isGone(ArmId scaleSet);
}
