package io.azureccm.common.machine.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.common.machine.VmSet;
import io.azureccm.common.machine.VmSetLookup;
import io.azureccm.common.machine.VmSetQuery;
import java.util.Optional;

/**
 * Answers one query from the lists, or names the lists to read first. The id of an instance of a uniform scale set contains
 * its set; other machines are in the list of their group, which names their set.
 */
final class VmSetFinder extends ListFinder {
    private final VmSetQuery question;

    VmSetFinder(SeenLists lists, VmSetQuery question) {
        super(lists, question.freshness());
        this.question = question;
    }

    VmSetLookup answer() throws MoreReadsNeeded {
        try {
            return found();
        } catch (UnreadableItem item) {
            return new VmSetLookup.Unknown(item.getMessage(), item.notBefore(), false);
        }
    }

    private VmSetLookup found() throws MoreReadsNeeded, UnreadableItem {
        ArmId id = question.machine();
        Optional<ArmId> uniform = ProviderId.scaleSet(id);
        if (uniform.isPresent())
            return scaleSet(uniform.get());
        Optional<Machine> machine = item(Source.machines(id.subscription(), id.resourceGroup()), id);
        if (machine.isEmpty())
            return new VmSetLookup.Missing(id);
        if (machine.get().scaleSet().isPresent())
            return scaleSet(machine.get().scaleSet().get());
        Optional<ArmId> availability = machine.get().placement().availabilitySet();
        return availability.isPresent()
                ? availabilitySet(availability.get())
                : new VmSetLookup.Found(Optional.empty());
    }

    private VmSetLookup scaleSet(ArmId id) throws MoreReadsNeeded, UnreadableItem {
        return found(id, item(Source.scaleSets(id.subscription(), id.resourceGroup()), id)
                .map(set -> new VmSet(set.id(), set.tags())));
    }

    private VmSetLookup availabilitySet(ArmId id) throws MoreReadsNeeded, UnreadableItem {
        return found(id, item(Source.availabilitySets(id.subscription(), id.resourceGroup()), id));
    }

    private static VmSetLookup found(ArmId id, Optional<VmSet> set) {
        return set.isPresent() ? new VmSetLookup.Found(set) : new VmSetLookup.Missing(id);
    }
}
