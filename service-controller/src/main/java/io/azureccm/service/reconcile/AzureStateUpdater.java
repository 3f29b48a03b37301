package io.azureccm.service.reconcile;

import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.read.AzureReading.Extent;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.observed.read.ObservedStateAssembly.Assembled;
import io.azureccm.service.observed.read.ObservedStateAssembly.ReadTolerance;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.WriteMemory;
import java.time.Instant;
import java.util.Optional;

/** Puts the state of Azure together for the known state. Pure. */
record AzureStateUpdater(ObservedStateAssembly assembly) {
    /** What is assembled from the responses that are known now. */
    KnownState shown(KnownState known, Instant now) {
        if (known.services().isEmpty() && known.orphans().isEmpty())
            return known;
        Assembled everything = assembled(known, Extent.EVERYTHING, now);
        KnownAzure azure = known.azure()
                .with(known.azure().responses().with(everything.memory()).using(everything.used()));
        Optional<ObservedState> frontends = Optional.empty();
        if (everything.state().isEmpty()) {
            Assembled some = assembled(known.with(azure), Extent.FRONTENDS, now);
            frontends = some.state();
            azure = azure.with(azure.responses()
                    .with(some.memory())
                    .using(Copies.with(everything.used(), some.used())));
        }
        Memory memory = known.memory();
        return known.with(azure.showing(everything.state().map(state -> inFlight(state, memory)),
                frontends.map(state -> inFlight(state, memory))));
    }

    private Assembled assembled(KnownState known, Extent extent, Instant now) {
        KnownAzure azure = known.azure();
        boolean addressesLater = known.addressesDue().filter(now::isBefore).isPresent();
        return assembly.of(azure.responses().at(now), known.subject(), new AzureReading(extent, azure.missing()),
                new ReadTolerance(azure.isRefreshed(extent), addressesLater));
    }

    static ObservedState inFlight(ObservedState state, Memory memory) {
        WriteMemory writes = memory.writes();
        return state.with(state.inFlight()
                .with(writes.newPools(), writes.sentFrontends(), writes.sentDeletions())
                .withIpTags(memory.ipTags().sent()));
    }
}
