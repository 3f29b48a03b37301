package io.azureccm.service.reconcile.report;

import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.service.metrics.ProgrammingLatency;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.metrics.ServiceSync;
import io.azureccm.service.observed.read.SubscriptionUsage;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.status.ServiceEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Shows the reports of turns as events of Services, metrics and log lines; in a dry run, which concerns no Service, only those about Azure.
 * Nothing that a turn decides depends on it. Not thread-safe.
 */
public final class ReportEmitter {
    private static final Logger log = LoggerFactory.getLogger(ReportEmitter.class);

    private final ServiceEvents events;
    private final ReconcileMetrics metrics;
    private final OrphanRegister orphans;
    private final ProgrammingLatency latency;
    private final boolean dryRun;

    public ReportEmitter(ServiceEvents events, ReconcileMetrics metrics, OrphanRegister orphans, boolean dryRun) {
        this.events = events;
        this.metrics = metrics;
        this.orphans = orphans;
        this.latency = new ProgrammingLatency(metrics::converged);
        this.dryRun = dryRun;
    }

    /** This instance starts to lead: nothing has been reported. */
    public void begin() {
        events.begin();
        latency.forget();
    }

    public void emit(KnownState.Cluster cluster, List<Report> reports) {
        latency.retain(cluster.clusterState().uids(service -> true));
        for (Report report : reports) {
            switch (report) {
                case Report.OfAzure azure -> azure(azure);
                case Report.OfService service when !dryRun -> event(cluster, service);
                case Report.OfResult result when !dryRun -> result(cluster, result);
                case Report none -> log.trace("dry run: {}", none);
            }
        }
    }

    private void azure(Report.OfAzure report) {
        switch (report) {
            case Report.DriftFound(int changes) -> metrics.drifted(changes);
            case Report.OrphansScanned scanned -> {
                scanned.failure().ifPresent(why -> log.warn("could not look for orphans: {}", why));
                scanned.obstacle().ifPresent(why -> log.info("not deleting orphans now: {}", why));
                orphans.show(scanned.scans(), scanned.news());
            }
            case Report.BackendsUnreadable(String problem) -> log.warn(
                    "Azure does not tell which backends are up; it is asked again in an hour, and never with "
                            + "azureccm.backend-health.calls-per-hour=0: {}",
                    problem);
            case Report.QuotasUnreadable(String problem) -> log.warn(
                    "Could not read the public IP quotas of the subscription: {}. This requires {} at the scope of the"
                            + " subscription; nothing else depends on it",
                    problem, SubscriptionUsage.ACTION);
        }
    }

    private void event(KnownState.Cluster cluster, Report.OfService report) {
        switch (report) {
            case Report.WorkBegan began -> events.turnBegins(began.uids());
            case Report.Announced announced when announced.wanted() -> events.ensuring(announced.service());
            case Report.Announced announced -> events.deleting(announced.service());
            case Report.LacksNodes lacks -> events.noNodes(lacks.service());
            case Report.NeedNoNodes none -> none.uids().forEach(events::needsNoNodes);
            case Report.Unreadable unreadable -> events.unreadable(unreadable.service(), unreadable.notice());
            case Report.Planned planned -> {
                events.readable();
                events.retain(planned.uids());
            }
            case Report.PoolUpdated updated -> events.poolUpdated(updated.service());
            case Report.Drifted drifted -> events.drift(drifted.service(), drifted.notice());
            case Report.Notices notices ->
                events.notices(notices.service(), notices.lasting(), notices.passing());
            case Report.NotProcessed failed -> notProcessed(failed, cluster.watched().served());
            case Report.NodesNotUpdated failed ->
                events.updateFailed(failed.service(), failed.nodes(), failed.problem());
        }
    }

    private void notProcessed(Report.NotProcessed failed, LoadBalancerClass served) {
        if (failed.service().vanished()) {
            events.deleteOfVanishedFailed(failed.service().service(), failed.problem());
        } else if (failed.service().isToBeCleanedUp(served)) {
            events.deleteFailed(failed.service().service(), failed.problem());
        } else {
            events.ensureFailed(failed.service().service(), failed.problem());
        }
    }

    private void result(KnownState.Cluster cluster, Report.OfResult report) {
        switch (report) {
            case Report.Changed changed -> latency.changed(changed.uids(), changed.at());
            case Report.Wrote wrote ->
                log.trace("{} of {} ended", wrote.operation().verb(), wrote.operation().target());
            case Report.Served served -> {
                events.nothingFailed(served.service().uid());
                if (served.isCurrent())
                    latency.served(served.service().uid(), served.at());
            }
            case Report.Failed failed -> failed(failed);
            case Report.Unsure unsure -> log.info("{}: {}", unsure.service().subject(), unsure.problem());
            case Report.SyncEnded ended -> ended.reason().within(() -> {
                ServiceSync sync = ServiceSync.of(ended.service(),
                        ended.isChange() ? ServiceSync.Kind.ENSURE : ServiceSync.Kind.UPDATE, cluster.watched());
                if (ended.failed())
                    metrics.failed(sync, ended.took());
                else
                    metrics.succeeded(sync, ended.took());
                return ended;
            });
            case Report.NodesSynced synced -> metrics.synced(synced.served(), synced.failed(), synced.took());
        }
    }

    private void failed(Report.Failed failed) {
        if (failed.isInvalid())
            latency.invalid(failed.service().uid());
        log.atLevel(failed.isAwaited() ? Level.INFO : Level.DEBUG)
                .log("{} {}: {}", failed.service().subject(), failed.due().equals(Instant.MAX)
                        ? "waits for a change"
                        : "requeued in " + Math.max(0, Duration.between(failed.at(), failed.due()).toSeconds()) + " s",
                        failed.problem());
    }
}
