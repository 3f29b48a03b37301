package io.azureccm.node.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.node.observed.MachineExistence;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads machines from Azure: from shared lists, and for a final check single machines directly. */
public record AzureMachineReader(MachineReader machines) implements MachineSource {
    private static final Logger log = LoggerFactory.getLogger(AzureMachineReader.class);

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

    @Override
    public MachineExistence check(ArmId id) {
        try {
            Optional<Machine> machine = machines.readDirectly(id);
            boolean going = machine.filter(each -> each.isDeleting() && each.kind() != Kind.FLEXIBLE).isPresent();
            return machine.isEmpty() || going ? MachineExistence.GONE : MachineExistence.PRESENT;
        } catch (RuntimeException unclear) {
            log.info("could not determine whether {} exists: {}", id.shortName(), unclear.getMessage());
            return new MachineExistence.Unknown("could not determine whether " + id.shortName() + " exists: "
                    + unclear.getMessage());
        }
    }

    @Override
    public boolean isGone(ArmId scaleSet) {
        try {
            return !machines.exists(scaleSet);
        } catch (RuntimeException unclear) {
            log.info("could not determine whether {} exists: {}", scaleSet.shortName(), unclear.getMessage());
            return false;
        }
    }
}
