package io.azureccm.node.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.node.observed.MachineExistence;

/** The source of machines: what is cached, and blocking reads. */
public interface MachineSource {
    /** What is known now; it names the reads that the rest requires. Makes no call. */
    SeenMachines seen();

    /** For one segment of a record of what {@link #seen} returns. */
    MachineRecord record();

    /** Makes a read that {@link #seen} named, which then shows its result. */
    void read(MachineRead read);

    /** Requests only this machine, directly from Azure. */
    MachineExistence check(ArmId machine);

    /** True only if the scale set is known not to exist any more. */
    boolean isGone(ArmId scaleSet);
}
