package io.azureccm.node.ipam;

import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.read.MachineReader;

/** The source of tags of scale sets and availability sets: what is cached, and blocking reads. */
public interface VmSetSource {
    /** What is known now; it names the reads that the rest requires. Makes no call. */
    SeenMachines seen();

    /** For one segment of a record of what {@link #seen} returns. */
    MachineRecord record();

    /** Makes a read that {@link #seen} named, which then shows its result. */
    void read(MachineRead read);

    /** From the lists that the entire controller shares. */
    static VmSetSource of(MachineReader machines) {
        return new VmSetSource() {
            @Override
            public SeenMachines seen() {
                return machines.seen();
            }

            @Override
            public MachineRecord record() {
                return machines.record();
            }

            @Override
            public void read(MachineRead read) {
                machines.read(read);
            }
        };
    }
}
