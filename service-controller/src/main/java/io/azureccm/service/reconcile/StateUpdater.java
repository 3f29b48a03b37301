package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.reconcile.RetryTrigger;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.observed.read.AzureReading.Extent;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ObservedStateAssembly.ReadTolerance;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.plan.ServiceParts;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.DeletionGuard;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Quotas;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.Retries;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.known.event.Reported;
import io.azureccm.service.reconcile.known.refusal.AddressRefusals;
import io.azureccm.service.reconcile.known.refusal.IpTagRefusals;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import io.azureccm.service.reconcile.turn.BackendReads;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.WriteEffects;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Merges events, and what the watches and the observed store show without a call, into the known state. */
public final class StateUpdater {
    static final PartsReader PARTS = new ServiceParts();
    private static final int MAX_CONFLICTS = 3;

    private final ObservedStateAssembly assembly;
    private final Duration settle;
    private final OrphanAudits orphans;
    private final ServiceTiming timing;
    private final ClusterStateUpdater cluster;
    private final AzureStateUpdater azure;
    private final ResultMemory results;
    private final WriteEffects effects;

    /** {@code settle}: the maximum age of the content of an answer of ARM. */
    public StateUpdater(ObservedStateAssembly assembly, Duration settle, OrphanAudits orphans,
            ServiceTiming timing, DrainPolicy draining) {
        this.assembly = assembly;
        this.settle = settle;
        this.orphans = orphans;
        this.timing = timing;
        this.results = new ResultMemory(timing);
        this.effects = new WriteEffects(assembly);
        this.cluster = new ClusterStateUpdater(draining, settle);
        this.azure = new AzureStateUpdater(assembly);
    }

    /** This instance starts to lead: everything is read, and nothing is worth waiting for. */
    KnownState begin(Instant now) {
        KnownState known = KnownState.begin(now);
        return known.with(Quotas.from(now.plus(timing.quotaWait())))
                .with(known.azure().with(known.azure().responses().with(orphans.begin(now))));
    }

    /** A known state that was written down without the cluster and, if it was complete, without the state of Azure. */
    KnownState derived(KnownState known, WatchedCluster watched, boolean isComplete) {
        KnownState shown = known.with(cluster.shown(known, watched));
        KnownAzure azure = shown.azure();
        return isComplete
                ? shown.with(azure.showing(assembly
                        .of(azure.responses().at(azure.readAt()), shown.subject(),
                                new AzureReading(Extent.EVERYTHING, azure.missing()), new ReadTolerance(true, true))
                        .state()
                        .map(state -> AzureStateUpdater.inFlight(state, shown.memory())), Optional.empty()))
                : shown;
    }

    KnownState update(KnownState before, List<ServiceEvent> events, Instant now) {
        WatchedCluster watched = seen(events).orElse(before.cluster().watched());
        KnownState known = seeing(ClusterStateUpdater.begun(before, watched, now), events);
        ClusterChanges changes = new ClusterChanges();
        for (ServiceEvent event : events) {
            if (event instanceof ServiceEvent.ClusterChanged(ChangedObjects what))
                changes.add(what);
            else
                known = update(changes.into(known, now), event, now);
        }
        known = changes.into(known, now);
        boolean refresh = before.lastRefresh().equals(Instant.MIN)
                || events.stream().anyMatch(ServiceEvent.ClusterChanged.class::isInstance);
        Rejections rejections = known.memory().rejections().retrying(known.memory().retries().due(now), now);
        // A refused Service whose retry has to wait stays due.
        Set<String> due = known.memory().retries().due(now);
        due.removeAll(rejections.refused());
        if (!due.isEmpty()) {
            refresh = true;
            known = known.with(known.requests().retried(due, now))
                    .with(known.memory().with(rejections).with(known.memory().retries().started(due)));
        }
        refresh |= !now
                .isBefore(before.lastRefresh().equals(Instant.MIN)
                        ? now
                        : before.lastRefresh().plus(timing.driftPeriod()));
        Map<String, NodeDrain> drained = known.cluster().clusterState().draining();
        known = cluster.update(known, watched, now);
        refresh |= !drained.equals(known.cluster().clusterState().draining());
        if (ClusterStateUpdater.isTakenOver(before.cluster().watched(), watched)) {
            known = known.with(known.azure().everythingOutdated());
            refresh = true;
        }
        if (refresh)
            known = events.stream().anyMatch(StateUpdater::isRead) ? known.refreshingLater() : refresh(known, now);
        return azure.shown(known, now);
    }

    private static Optional<WatchedCluster> seen(List<ServiceEvent> events) {
        return events.stream()
                .filter(ServiceEvent.ClusterSeen.class::isInstance)
                .map(event -> ((ServiceEvent.ClusterSeen) event).cluster())
                .reduce((earlier, later) -> later);
    }

    /**
     * What has just been read is planned with before it is read again: otherwise changes that come faster than Azure answers would keep
     * everything from being planned.
     */
    private static boolean isRead(ServiceEvent event) {
        return event instanceof ServiceEvent.AzureRead read && read.problem().isEmpty();
    }

    /** All other events are merged with the responses as they are at the start of the turn. */
    private static KnownState seeing(KnownState before, List<ServiceEvent> events) {
        KnownState known = before;
        for (ServiceEvent event : events) {
            if (event instanceof ServiceEvent.AzureSeen(ObservedView view))
                known = known.with(known.azure().with(known.azure().responses().seen(view)));
        }
        return known;
    }

    private KnownState update(KnownState known, ServiceEvent event, Instant now) {
        return switch (event) {
            case ServiceEvent.ClusterSeen _,ServiceEvent.AzureSeen _,ServiceEvent.NodeConditionWritten _ -> known;
            case ServiceEvent.ClusterChanged _ -> throw new IllegalArgumentException("taken in with others: " + event);
            case ServiceEvent.AzureRead read -> read(known, read, now);
            case ServiceEvent.OrphansRead read -> orphans.read(known, read, now);
            case ServiceEvent.Written(WriteEffects.Ended write) -> written(known, write, now);
            case ServiceEvent.Prepared prepared -> prepared(known, prepared, now);
            case ServiceEvent.RemovalsApproved(Set<String> hashes) ->
                known.with(known.memory().with(known.memory().removals().approved(hashes)));
            case ServiceEvent.QuotasRead read -> quotas(known, read, now);
            case ServiceEvent.BackendsRead(var asked, var found, var problem) ->
                BackendReads.update(known, asked, found, problem, now);
            case ServiceEvent.ResultWritten result -> results.written(known, result, now);
        };
    }

    private KnownState read(KnownState known, ServiceEvent.AzureRead read, Instant now) {
        KnownAzure azure = known.azure().with(known.azure().responses().memory().with(read.findings()));
        if (read.problem().isEmpty())
            return known.with(azure.read(read.reading(), now));
        RetryState before = azure.failure().map(KnownAzure.Failure::retries).orElse(RetryState.NEW);
        ReadProblem why = read.problem().get();
        RetryState next = timing.readRetries().after(before, why.attempt(), now);
        Instant due = next.trigger() instanceof RetryTrigger.Due(Instant at) ? at : now.plus(timing.retryBase());
        Instant until = why.acceptedAt().filter(due::isAfter).orElse(due);
        return known.with(azure.failed(new KnownAzure.Failure(why, next, until)));
    }

    private KnownState written(KnownState before, WriteEffects.Ended written, Instant now) {
        Operation operation = written.operation();
        WriteEffects.Effect effect = effects.of(written, before.azure(), before.subject().groups());
        if (isLasting(before.memory(), operation.target()))
            effect = effect.lasting(written.outcome());
        KnownState known = before.with(effect.azure());
        Outcome outcome = effect.outcome();
        ClusterState cluster = known.cluster().clusterState();
        Memory memory = known.memory();
        WriteMemory writes = memory.writes()
                .after(operation, outcome, known.cluster()::isWanted, timing.retries(), now);
        Instant again = writes.of(operation.target()).map(FailedWrite::notBefore).orElse(now);
        AddressRefusals addresses = memory.addresses().after(operation, outcome, now);
        Rejections rejections = memory.rejections().after(operation, outcome, cluster, timing.retries(), now);
        Memory after = memory.with(writes)
                .with(rejections)
                .with(addresses)
                .with(memory.ipTags().after(operation, outcome, cluster, again))
                .with(memory.guard().ended(operation, outcome, now));
        if (!memory.addresses().lost().containsAll(addresses.lost())) {
            // Services that get another address now were refused because of the previous one.
            Set<String> subjects = addresses.freed(cluster, operation.subjects());
            after = after.with(rejections.changed(subjects, cluster, now)).with(memory.retries().forget(subjects));
        }
        if (outcome instanceof Outcome.Rejected)
            after = after.withoutOutdated(operation.target(), memory.writes(), cluster, now);
        PlanOutcome round = new PlanOutcome(
                new Plan("", List.of(operation.after(Set.of())), List.of(), Plan.Basis.NONE),
                Map.of(operation.target(), outcome));
        KnownState next = known.with(after)
                .with(known.lastKnownGood().ended(PARTS, round))
                .reporting(new Report.Wrote(operation, outcome));
        // What is not deleted at once is found again first: by then the watch may no longer show who is in the cluster.
        if (!outcome.isGood())
            next = next.with(List.of());
        return outcome instanceof Outcome.NotAttempted
                ? next
                : next.with(effects.after(operation, outcome, next.azure(), next.subject().groups()));
    }

    /** Whether reading again has not helped before, or nobody may wait for that, because those that Azure refuses are searched. */
    private static boolean isLasting(Memory memory, ArmId target) {
        return memory.rejections().searches().containsKey(target)
                || memory.writes().of(target).filter(write -> write.conflicts() >= MAX_CONFLICTS).isPresent();
    }

    /** Earlier values are dropped, because they may be outdated. A failure is reported once, until a read succeeds. */
    private static KnownState quotas(KnownState known, ServiceEvent.QuotasRead read, Instant now) {
        KnownState next = known.with(new Quotas(read.used(), now.plus(read.pause()), read.problem()));
        return read.problem().isPresent() && known.quotas().problem().isEmpty()
                ? next.reporting(new Report.QuotasUnreadable(read.problem().get()))
                : next;
    }

    private KnownState prepared(KnownState before, ServiceEvent.Prepared event, Instant now) {
        Preparation preparation = event.preparation();
        Optional<String> problem = event.write().problem();
        String uid = preparation.uid();
        Reported reported = before.memory().reported();
        KnownState known = event.write()
                .status()
                .map(status -> before.with(before.memory().with(reported.with(reported.statuses().wrote(uid, status)))))
                .orElse(before);
        if (problem.isEmpty()) {
            Memory memory = known.memory().with(known.memory().retries().forget(Set.of(uid)));
            return known.with(preparation instanceof Preparation.AddFinalizer
                    ? memory.with(memory.seen().finalized(uid))
                    : memory);
        }
        Optional<ServiceSpec> service = known.service(uid);
        if (service.isEmpty())
            return known;
        String code = preparation instanceof Preparation.AddFinalizer ? "NoFinalizer" : "StatusNotWritten";
        Retries retries = known.memory()
                .retries()
                .notWritten(uid, timing.retries(), now)
                .stopping(uid, new Stop(Stage.ADDRESS, new Refusal(code, service.get().subject(), problem.get())));
        IpTagRefusals tags = preparation instanceof Preparation.AddFinalizer
                ? known.memory().ipTags()
                : known.memory()
                        .ipTags()
                        .postponed(service.get(), problem.get(),
                                retries.of(uid).flatMap(RetryState::dueAt).orElse(now));
        return known.with(known.memory().with(retries).with(tags));
    }

    /** Starts a refresh: from now on only answers that are read later, or are recent enough, are accepted. */
    private KnownState refresh(KnownState known, Instant now) {
        DeletionGuard.Refresh refresh = known.memory()
                .guard()
                .refreshBegins(known.cluster().clusterState(), settle, now);
        KnownAzure azure = refresh.readsAnew() ? known.azure().everythingOutdated() : known.azure();
        KnownAzure.Responses responses = azure.responses();
        ReadMemory next = assembly.nextRefresh(responses.memory(), responses.view().moment());
        return cluster.guarded(known.with(azure.with(next)).with(known.memory().with(refresh.guard()))).refreshing(now);
    }
}
