package io.azureccm.service.reconcile.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.observe.orphan.OrphanScans;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.read.AzureReading.Extent;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.plan.orphan.OrphanFinding;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Quotas;
import io.azureccm.service.reconcile.known.Requests;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The parts of a known state that do not follow from what the watches and Azure's responses show. */
public record StateRecord(Azure azure, LastKnownGood lastKnownGood, Requests requests, Memory memory,
        List<OrphanFinding> orphans, Quotas quotas, Instant lastRefresh) {

    /** Of what is known of Azure; {@code isComplete}: its state was put together. */
    private record Azure(boolean isComplete, MissingReads missing, Optional<Extent> refreshed, Instant readAt,
            Optional<KnownAzure.Failure> failure, boolean poolsChanged, int reads, ReadMemory memory,
            OrphanScans orphans) {
        static Azure of(KnownAzure known) {
            return new Azure(known.everything().isPresent(), known.missing(), known.refreshed(), known.readAt(),
                    known.failure(), known.poolsChanged(), known.reads(), known.responses().memory(),
                    known.responses().orphans());
        }

        KnownAzure known(ObservedView view) {
            return new KnownAzure(Optional.empty(), Optional.empty(), missing, refreshed, readAt, failure, poolsChanged,
                    Optional.empty(), reads, new KnownAzure.Responses(view, memory, Set.of(), orphans));
        }
    }

    /** The parts of this state as JSON. */
    public static JsonNode of(TypedValues values, KnownState known) {
        return values.write(StateRecord.class, new StateRecord(Azure.of(known.azure()), known.lastKnownGood(),
                known.requests(), known.memory(), known.orphans(), known.quotas(), known.lastRefresh()));
    }

    /** The known state without the cluster and the state of Azure. */
    public KnownState known(ObservedView view) {
        return new KnownState(KnownState.begin(lastRefresh).cluster(), azure.known(view), lastKnownGood, requests,
                memory,
                orphans, quotas, lastRefresh, List.of());
    }

    /** Whether a complete state of Azure was known. */
    public boolean isComplete() {
        return azure.isComplete();
    }
}
