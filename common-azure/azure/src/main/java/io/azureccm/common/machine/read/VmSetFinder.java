package io.azureccm.common.machine.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.answer.UnreadableResource;
import io.azureccm.common.machine.Identified;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.common.machine.VmSet;
import io.azureccm.common.machine.VmSetLookup;
import io.azureccm.common.machine.VmSetQuery;
import io.azureccm.common.machine.read.Source.AvailabilitySets;
import io.azureccm.common.machine.read.Source.Machines;
import io.azureccm.common.machine.read.Source.ScaleSets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Answers one query from the lists, or names the lists to read first. The id of an instance of a uniform scale set contains
 * its set; other machines are in the list of their group, which names their set.
 */
record VmSetFinder(SeenLists lists, VmSetQuery question) {
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
        Optional<Machine> machine = item(Machines.in(id.subscription(), id.resourceGroup()), id);
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
        return found(id, item(ScaleSets.in(id.subscription(), id.resourceGroup()), id)
                .map(set -> new VmSet(set.id(), set.tags())));
    }

    private VmSetLookup availabilitySet(ArmId id) throws MoreReadsNeeded, UnreadableItem {
        return found(id, item(AvailabilitySets.in(id.subscription(), id.resourceGroup()), id));
    }

    private static VmSetLookup found(ArmId id, Optional<VmSet> set) {
        return set.isPresent() ? new VmSetLookup.Found(set) : new VmSetLookup.Missing(id);
    }

    /** An item of a source; if an older listing does not contain it, a newer one is requested. */
    private <T extends Identified> Optional<T> item(Source<T> source, ArmId id) throws MoreReadsNeeded, UnreadableItem {
        Listing<T> listing = need(source, question.freshness().found());
        if (listing.get(id).isEmpty())
            listing = need(source, question.freshness().missed());
        Optional<UnreadableResource> unreadable = listing.maybeUnreadable(id);
        if (listing.get(id).isEmpty() && unreadable.isPresent())
            throw new UnreadableItem(unreadable.get(), lists.known(source).notBefore());
        return listing.get(id);
    }

    private <T extends Identified> Listing<T> need(Source<T> source, Instant since) throws MoreReadsNeeded {
        SeenLists.Known<T> known = lists.known(source);
        if (!known.isSince(since))
            throw new MoreReadsNeeded(Map.of(source, since));
        return known.listing();
    }
}
