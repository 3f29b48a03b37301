package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can happen to the load balancers of a cluster: something changed in the cluster, or an operation of ours has ended. */
sealed interface ServiceEvent {
    /** Services, nodes or what belongs to them changed. */
    record ClusterChanged(ChangedObjects what) implements ServiceEvent {}

    /** Azure was read; {@code problem} is why it could not be. */
    record AzureRead(AzureReading reading, Optional<RuntimeException> problem) implements ServiceEvent {}

    /** A write to Azure ended. */
    record Written(Operation operation, Outcome outcome) implements ServiceEvent {}

    /** What the subscription uses of Azure's quotas was read; {@code problem} is why it could not be, {@code pause} how long they are left alone. */
    record QuotasRead(List<Headroom> used, Optional<String> problem, Duration pause) implements ServiceEvent {
        public QuotasRead {
            used = List.copyOf(used);
        }
    }

    /** Users approve the removals with these hashes, and no others. */
    record RemovalsApproved(Set<String> hashes) implements ServiceEvent {
        public RemovalsApproved {
            hashes = Set.copyOf(hashes);
        }
    }

    /** The condition of a Node was written, or could not be. */
    record NodeConditionWritten(String node) implements ServiceEvent {}

    /** A write that prepares a Service for writes to Azure ended; {@code problem} is why it went wrong. */
    record Prepared(Preparation preparation, Optional<String> problem) implements ServiceEvent {}

    /**
     * What had become of a Service by {@code asOf} was written into it; {@code problem} is why it could not be. {@code nodes}: it has heard
     * of other nodes, too; {@code reason} has the span of that write.
     */
    record ResultWritten(String uid, ServiceResult result, boolean nodes, Instant asOf,
            Optional<String> problem, CallReason reason) implements ServiceEvent {}
}
