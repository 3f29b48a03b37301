package io.azureccm.node.ipam;

import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.VmSetAnswers;
import io.azureccm.common.machine.VmSetQuery;
import io.azureccm.common.machine.read.MachineReader;
import java.util.Collection;

/** Where tags of scale sets and availability sets are learnt from: what is known without a call, and calls that return at their end. */
public interface VmSetSource {
    VmSetAnswers look(Collection<VmSetQuery> questions);

    /** Makes a read that {@link #look} named. How it ended, the next look shows. */
    void read(MachineRead read);

    /** From lists that all of the controller shares. */
    static VmSetSource of(MachineReader machines) {
        return new VmSetSource() {
            @Override
            public VmSetAnswers look(Collection<VmSetQuery> questions) {
                return machines.lookForSets(questions);
            }

            @Override
            public void read(MachineRead read) {
                machines.read(read);
            }
        };
    }
}
