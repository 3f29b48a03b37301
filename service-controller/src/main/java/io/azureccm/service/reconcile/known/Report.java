package io.azureccm.service.reconcile.known;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.observe.orphan.OrphanScans;
import io.azureccm.service.informer.WatchedService;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Something that events of Kubernetes, metrics and log lines are to show. A turn shows nothing itself: it leaves reports in the known state.
 */
public sealed interface Report {
    /** How the work for Services goes. */
    sealed interface OfResult extends Report {}

    /** What an event on a Service is to say, or that one no longer applies. */
    sealed interface OfService extends Report {}

    /** What was found in Azure, whether anything is written or not. */
    sealed interface OfAzure extends Report {}

    /** Services, by UID, changed. */
    record Changed(Set<String> uids, Instant at) implements OfResult {
        public Changed {
            uids = Set.copyOf(uids);
        }
    }

    /** A write to Azure ended. */
    record Wrote(Operation operation, Outcome outcome) implements OfResult {}

    /** The Service has a good result; {@code isCurrent}: for its last change. */
    record Served(ServiceSpec service, Instant at, boolean isCurrent) implements OfResult {}

    /**
     * The Service has a bad result; {@code isInvalid}: it cannot be served until it changes; {@code at}: when; {@code due}: when the next attempt is, {@code
     * Instant.MAX} if it waits for a change; {@code isAwaited}: somebody waits for a result.
     */
    record Failed(ServiceSpec service, String problem, boolean isInvalid, Instant at, Instant due,
            boolean isAwaited) implements OfResult {}

    /** It is not certain that nothing of the deleted Service is left. */
    record Unsure(ServiceSpec service, String problem) implements OfResult {}

    /** The work for one Service ended; {@code isChange}: the Service itself had changed, not only the nodes behind it. */
    record SyncEnded(ServiceSpec service, boolean isChange, Duration took, boolean failed,
            CallReason reason) implements OfResult {}

    /** All Services were updated for a change of nodes, so many of them successfully. */
    record NodesSynced(int served, int failed, Duration took) implements OfResult {}

    /** The work on Services, by UID, begins; they are planned for as they are now. */
    record WorkBegan(Set<String> uids) implements OfService {
        public WorkBegan {
            uids = Set.copyOf(uids);
        }
    }

    /** Work on a Service that is new or has changed; {@code wanted}: its load balancer is ensured, otherwise deleted. */
    record Announced(Service service, boolean wanted) implements OfService {}

    /** No node can take the traffic of the Service. */
    record LacksNodes(Service service) implements OfService {}

    /** Nodes can take the traffic of these Services, by UID, again, or they want none. */
    record NeedNoNodes(Set<String> uids) implements OfService {
        public NeedNoNodes {
            uids = Set.copyOf(uids);
        }
    }

    /** Azure could not be read, so nothing was done for the Service. */
    record Unreadable(Service service, Notice notice) implements OfService {}

    /** Azure could be read, and these Services, by UID, were planned for: there are no others. */
    record Planned(Set<String> uids) implements OfService {
        public Planned {
            uids = Set.copyOf(uids);
        }
    }

    /** The members of the backend pool of the Service were written. */
    record PoolUpdated(Service service) implements OfService {}

    /** Drift was found in Azure. */
    record Drifted(Service service, Notice notice) implements OfService {}

    /** All current notices of the Service; {@code passing}: those that are not repeated, however long they apply. */
    record Notices(Service service, Set<Notice> lasting, Set<Notice> passing) implements OfService {}

    /** The Service could not be processed. */
    record NotProcessed(WatchedService service, String problem) implements OfService {}

    /** The load balancer of the Service could not be updated for a change of nodes, of which these are the names. */
    record NodesNotUpdated(Service service, List<String> nodes, String problem) implements OfService {}

    /** A plan corrects this many changes that nobody requested and that no plan before has corrected. */
    record DriftFound(int changes) implements OfAzure {}

    /** The usage of quotas could not be read, for the first time since it last could. */
    record QuotasUnreadable(String problem) implements OfAzure {}

    /** Azure did not tell which backends of a rule are up. */
    record BackendsUnreadable(String problem) implements OfAzure {}

    /** A scan for orphans ended: those that it was the first to confirm, and why it failed, or why nothing is deleted now. */
    record OrphansScanned(OrphanScans scans, List<Orphan> news, Optional<String> failure,
            Optional<String> obstacle) implements OfAzure {
        public OrphansScanned {
            news = List.copyOf(news);
        }
    }
}
