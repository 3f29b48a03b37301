package io.azureccm.node.ipam;

import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.VmSetAnswers;
import io.azureccm.common.machine.VmSetQuery;
import io.azureccm.common.machine.read.MachineReader;
import java.util.Collection;

/** The source of tags of scale sets and availability sets: cached answers without a call, and blocking reads. */
public interface VmSetSource {
    VmSetAnswers lookUp(Collection<VmSetQuery> questions);

    /** Makes a read returned by {@link #lookUp}. The next lookup returns its result. */
    void read(MachineRead read);

    /** From the lists that the entire controller shares. */
    static VmSetSource of(MachineReader machines) {
        return new VmSetSource() {
            @Override
            public VmSetAnswers lookUp(Collection<VmSetQuery> questions) {
                return machines.lookUpVmSets(questions);
            }

            @Override
            public void read(MachineRead read) {
                machines.read(read);
            }
        };
    }
}
