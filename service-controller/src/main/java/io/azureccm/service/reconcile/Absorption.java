package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.reconcile.RetryTrigger;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.plan.ServiceParts;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.AddressRefusals;
import io.azureccm.service.reconcile.known.AzureReading.Extent;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.known.DeletionGuard;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.IpTagRefusals;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Quotas;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.Rejections;
import io.azureccm.service.reconcile.known.Retries;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.known.event.Reported;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Absorbs events, and what the watches and the observed store show without a call, into the known state. */
final class Absorption {
    /** The sources for the state of the cluster and of Azure; {@code cluster}: what the watches show now. */
    record Sources(Supplier<WatchedCluster> cluster, ObservedStateReader reader) {}

    static final PartsReader PARTS = new ServiceParts();

    private final Sources sources;
    private final Duration settle;
    private final OrphanAudits orphans;
    private final ServiceTiming timing;
    private final ClusterAbsorption cluster;
    private final ResultMemory results;

    /** {@code settle}: the maximum age of the content of an answer of ARM. */
    Absorption(Sources sources, Duration settle, OrphanAudits orphans,
            ServiceTiming timing, DrainPolicy draining) {
        this.sources = sources;
        this.settle = settle;
        this.orphans = orphans;
        this.timing = timing;
        this.results = new ResultMemory(timing);
        this.cluster = new ClusterAbsorption(draining, settle);
    }

    /** This instance starts to lead: everything is read, and nothing is worth waiting for. */
    KnownState begin(Instant now) {
        return KnownState.begin(now).with(Quotas.from(now.plus(timing.quotaWait())));
    }

    List<ServiceEvent> observe() {
        return List.of(new ServiceEvent.ClusterSeen(sources.cluster().get()));
    }

    KnownState absorb(KnownState before, List<ServiceEvent> events, Instant now) {
        WatchedCluster watched = seen(events).orElse(before.cluster().watched());
        KnownState known = ClusterAbsorption.begun(before, watched, now);
        boolean look = before.lastLook().equals(Instant.MIN);
        for (ServiceEvent event : events) {
            known = absorb(known, event, now);
            look |= event instanceof ServiceEvent.ClusterChanged;
        }
        Rejections rejections = known.memory().rejections().retrying(known.memory().retries().due(now), now);
        // A refused Service whose retry has to wait stays due.
        Set<String> due = known.memory().retries().due(now);
        due.removeAll(rejections.refused());
        if (!due.isEmpty()) {
            look = true;
            known = known.with(known.requests().retried(due, now))
                    .with(known.memory().with(rejections).with(known.memory().retries().started(due)));
        }
        look |= !now
                .isBefore(before.lastLook().equals(Instant.MIN) ? now : before.lastLook().plus(timing.driftPeriod()));
        Map<String, NodeDrain> drained = known.cluster().clusterState().draining();
        known = cluster.absorb(known, watched, now);
        look |= !drained.equals(known.cluster().clusterState().draining());
        if (look)
            known = events.stream().anyMatch(Absorption::isRead) ? known.lookingLater() : look(known, now);
        return withAzure(known, now);
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
        return event instanceof ServiceEvent.AzureRead(AzureReading reading, Optional<RuntimeException> problem)
                && reading.extent() != Extent.ORPHANS && problem.isEmpty();
    }

    private KnownState absorb(KnownState known, ServiceEvent event, Instant now) {
        return switch (event) {
            case ServiceEvent.ClusterSeen seen -> known;
            case ServiceEvent.ClusterChanged(ChangedObjects what) -> changed(known, what, now);
            case ServiceEvent.AzureRead(AzureReading reading, Optional<RuntimeException> problem) ->
                read(known, reading, problem, now);
            case ServiceEvent.Written(Operation operation, Outcome outcome) -> written(known, operation, outcome, now);
            case ServiceEvent.Prepared prepared -> prepared(known, prepared, now);
            case ServiceEvent.RemovalsApproved(Set<String> hashes) ->
                known.with(known.memory().with(known.memory().removals().approved(hashes)));
            case ServiceEvent.QuotasRead quotas -> QuotaReads.absorb(known, quotas, now);
            case ServiceEvent.NodeConditionWritten written -> known;
            case ServiceEvent.ResultWritten result -> results.written(known, result, now);
        };
    }

    private KnownState changed(KnownState known, ChangedObjects what, Instant now) {
        Memory memory = known.memory();
        WriteMemory writes = memory.writes();
        for (ServiceSpec service : known.cluster().clusterState().services()) {
            if (what.services().contains(service.uid()))
                writes = writes.changed(service.subject());
        }
        Memory next = memory.with(writes)
                .with(memory.retries().forget(what.services()))
                .with(memory.rejections().changed(what.services()))
                .with(memory.reported().events(events -> events.changed(what.services())));
        // The orphans to delete were found for another cluster.
        return known.with(next)
                .with(known.requests().changed(what.services(), what.nodes(), false, now))
                .with(List.of())
                .reporting(new Report.Changed(what.services(), now));
    }

    private KnownState read(KnownState known, AzureReading reading, Optional<RuntimeException> problem, Instant now) {
        if (reading.extent() == Extent.ORPHANS)
            return orphans.read(known, problem, now);
        if (problem.isEmpty())
            return known.with(known.azure().read(reading, now));
        RetryState before = known.azure().failure().map(KnownAzure.Failure::retries).orElse(RetryState.NEW);
        RuntimeException why = problem.get();
        RetryState next = timing.readRetries().after(before, ReadFailures.of(why), now);
        Instant due = next.trigger() instanceof RetryTrigger.Due(Instant at) ? at : now.plus(timing.retryBase());
        Instant until = ReadFailures.accepted(why).filter(due::isAfter).orElse(due);
        return known.with(known.azure().failed(new KnownAzure.Failure(why, next, until)));
    }

    private KnownState written(KnownState known, Operation operation, Outcome outcome, Instant now) {
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
            after = after.with(rejections.changed(subjects)).with(memory.retries().forget(subjects));
        }
        PlanOutcome round = new PlanOutcome(
                new Plan("", List.of(operation.after(Set.of())), List.of(), Plan.Basis.NONE),
                Map.of(operation.target(), outcome));
        KnownState next = known.with(after)
                .with(known.lastKnownGood().ended(PARTS, round))
                .reporting(new Report.Wrote(operation, outcome));
        return outcome instanceof Outcome.NotAttempted ? next : next.with(azureAfter(next, operation, outcome));
    }

    /** Marks what a write changed besides its target as outdated. */
    private KnownAzure azureAfter(KnownState known, Operation operation, Outcome outcome) {
        KnownAzure azure = known.azure().written();
        boolean frontends = outcome instanceof Outcome.Applied
                && operation.changes().stream().anyMatch(change -> change.element().equals("frontend"));
        if (frontends)
            sources.reader().frontendsChangeLater(known.subject().groups());
        if (operation.target().hasType(ArmTypes.SCALE_SET))
            sources.reader().instancesChangeLater(operation.target());
        if (!operation.target().hasType(ArmTypes.SCALE_SET_VM)
                && !operation.target().hasType(ArmTypes.NETWORK_INTERFACE))
            return azure;
        sources.reader().poolsChangeLater();
        return azure.poolsChange();
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
        Optional<ServiceSpec> service = known.cluster()
                .clusterState()
                .services()
                .stream()
                .filter(each -> each.uid().equals(uid))
                .findFirst();
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

    /** Starts a look: from now on only answers that are read later, or are recent enough, are accepted. */
    private KnownState look(KnownState known, Instant now) {
        DeletionGuard.Look look = known.memory().guard().lookBegins(known.cluster().clusterState(), settle, now);
        if (look.readsAnew())
            sources.reader().everythingChanged();
        sources.reader().lookBegins();
        return cluster.guarded(known.with(known.memory().with(look.guard()))).looking(now);
    }

    private KnownState withAzure(KnownState known, Instant now) {
        if (known.cluster().clusterState().services().isEmpty() && known.orphans().isEmpty())
            return known;
        ObservedStateReader reader = sources.reader();
        ObservedStateReader.Subject subject = known.subject();
        KnownAzure azure = known.azure();
        boolean addressesLater = known.addressesDue().filter(now::isBefore).isPresent();
        Optional<ObservedState> everything = reader.known(subject, azure.missing(),
                new ObservedStateReader.Belief(azure.isLooked(Extent.EVERYTHING), addressesLater));
        Optional<ObservedState> frontends = everything.isPresent()
                ? Optional.empty()
                : reader.knownFrontends(subject, azure.missing(),
                        new ObservedStateReader.Belief(azure.isLooked(Extent.FRONTENDS), addressesLater));
        WriteMemory writes = known.memory().writes();
        return known.with(azure.showing(everything.map(state -> inFlight(state, writes)),
                frontends.map(state -> inFlight(state, writes))));
    }

    private static ObservedState inFlight(ObservedState state, WriteMemory writes) {
        return state.with(
                state.inFlight().with(writes.newPools(), writes.sentFrontends(), writes.sentDeletions()));
    }
}
