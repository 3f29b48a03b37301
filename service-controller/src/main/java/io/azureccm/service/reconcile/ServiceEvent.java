package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.observed.read.ReadFindings;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.reconcile.known.KnownBackendHealth;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.WriteEffects;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.ServiceWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The events of the loop: something changed in the cluster, or an operation ended. */
public sealed interface ServiceEvent {
    /** What the watches show at the start of a turn; the same value as in the turn before if that has not changed. */
    record ClusterSeen(WatchedCluster cluster) implements ServiceEvent {}

    /** Services, nodes or related objects changed. */
    record ClusterChanged(ChangedObjects what) implements ServiceEvent {}

    /** What the cache of Azure's responses shows at the start of a turn. */
    record AzureSeen(ObservedView view) implements ServiceEvent {}

    /** A read of Azure ended, and taught something; {@code problem} is the error if it failed. */
    record AzureRead(AzureReading reading, ReadFindings findings, Optional<ReadProblem> problem)
            implements
                ServiceEvent {}

    /** The same for everything that may have been left behind, and what is in the cluster then. */
    record OrphansRead(ReadFindings findings, Optional<ReadProblem> problem, PresentServices present)
            implements
                ServiceEvent {}

    /** All Services of the cluster, by UID, of any type and class, and why some may be missing. */
    record PresentServices(Map<String, ServiceKey> services, Optional<String> incomplete) {
        public PresentServices {
            services = Map.copyOf(services);
        }
    }

    /** A write to Azure ended. */
    record Written(WriteEffects.Ended write) implements ServiceEvent {}

    /** The usage of Azure's quotas was read; {@code problem} is the error if that failed, {@code pause} the time until the next read. */
    record QuotasRead(List<Headroom> used, Optional<String> problem, Duration pause) implements ServiceEvent {
        public QuotasRead {
            used = List.copyOf(used);
        }
    }

    /** Azure was asked which backends of a rule are up; {@code problem}: why it did not say. */
    record BackendsRead(KnownBackendHealth.Asked asked, KnownBackendHealth.Found found,
            Optional<String> problem) implements ServiceEvent {}

    /** Users approve the removals with exactly these hashes. */
    record RemovalsApproved(Set<String> hashes) implements ServiceEvent {
        public RemovalsApproved {
            hashes = Set.copyOf(hashes);
        }
    }

    /** The condition of a Node was written, or the write failed. */
    record NodeConditionWritten(String node) implements ServiceEvent {}

    /** A write that prepares a Service for writes to Azure ended. */
    record Prepared(Preparation preparation, ServiceWrite write) implements ServiceEvent {}

    /**
     * The result of a Service as of {@code asOf} was written to it, or that failed. {@code nodes}: it was also updated for a change of
     * nodes; {@code reason} has the span of that write.
     */
    record ResultWritten(String uid, ServiceResult result, boolean nodes, Instant asOf, ServiceWrite write,
            CallReason reason) implements ServiceEvent {}
}
