package io.azureccm.service.reconcile.known.event;

import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.status.OwnStatuses;
import java.time.Instant;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What this leader has told the cluster: statuses that the watch does not show yet, and events. Immutable. */
public record Reported(OwnStatuses statuses, ReportedEvents events, ReportedNotices notices, ReportedDrift drift) {
    public static final Reported NONE = new Reported(OwnStatuses.NONE, ReportedEvents.NONE, ReportedNotices.NONE,
            ReportedDrift.NONE);

    public Reported with(OwnStatuses next) {
        return new Reported(next, events, notices, drift);
    }

    public Reported events(UnaryOperator<ReportedEvents> change) {
        return new Reported(statuses, change.apply(events), notices, drift);
    }

    public Reported with(ReportedNotices next) {
        return new Reported(statuses, events, next, drift);
    }

    public Reported with(ReportedDrift next) {
        return new Reported(statuses, events, notices, next);
    }

    /** Without statuses that the watch shows by now. */
    public Reported upToDate(WatchedCluster watched, Instant now) {
        return with(statuses.upToDate(watched, now));
    }

    /** Without the events of other Services. */
    public Reported retain(Set<String> uids) {
        return new Reported(statuses, events.retain(uids), notices, drift.retain(uids));
    }
}
