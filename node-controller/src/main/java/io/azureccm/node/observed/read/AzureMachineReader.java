package io.azureccm.node.observed.read;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineAnswers;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.node.observed.NodeView.Presence;
import io.azureccm.node.spec.NodeFacts;
import java.util.Collection;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads machines from Azure: from shared lists, and for a final check single machines directly. */
public final class AzureMachineReader implements MachineSource {
    private static final Logger log = LoggerFactory.getLogger(AzureMachineReader.class);

    private final MachineReader machines;
    private final String subscription;
    private final String resourceGroup;

    /** Subscription and resource group are the defaults for nodes that name no others. */
    public AzureMachineReader(MachineReader machines, String subscription, String resourceGroup) {
        this.machines = machines;
        this.subscription = subscription;
        this.resourceGroup = resourceGroup;
    }

    @Override
    public MachineAnswers lookUp(Collection<MachineQuery> questions) {
        return machines.lookUp(questions);
    }

    @Override
    public void read(MachineRead read) {
        machines.read(read);
    }

    /** The machine that the provider ID names, or else the one whose name matches the node. */
    @Override
    public Presence check(NodeFacts node) {
        ArmId id = ProviderId.machine(node.providerId())
                .orElseGet(() -> ArmId.of(subscription, node.resourceGroup().orElse(resourceGroup),
                        ArmTypes.VIRTUAL_MACHINE, node.name()));
        try {
            Optional<Machine> machine = machines.readDirectly(id);
            boolean going = machine.filter(each -> each.isDeleting() && each.kind() != Kind.FLEXIBLE).isPresent();
            return machine.isEmpty() || going ? Presence.GONE : Presence.PRESENT;
        } catch (ArmException | IllegalArgumentException unclear) {
            log.info("could not determine whether {} exists: {}", id.shortName(), unclear.getMessage());
            return Presence.UNKNOWN;
        }
    }

    @Override
    public boolean isGone(ArmId scaleSet) {
        try {
            return !machines.exists(scaleSet);
        } catch (ArmException unclear) {
            log.info("could not determine whether {} exists: {}", scaleSet.shortName(), unclear.getMessage());
            return false;
        }
    }
}
