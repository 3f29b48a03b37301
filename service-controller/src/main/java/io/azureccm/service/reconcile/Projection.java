package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.metrics.ProgrammingLatency;
import io.azureccm.service.metrics.ReconcileListener;
import io.azureccm.service.metrics.ServiceSync;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.FailureConditions;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.Retries;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.turn.OperationState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Updates statuses and events of Services, and remembers the result of each. Not thread-safe. */
final class Projection {
    private static final Logger log = LoggerFactory.getLogger(Projection.class);

    private final ServiceIndex index;
    private final StatusWriter status;
    private final ServiceEvents events;
    private final ServiceProgressEvents news;
    private final ReconcileListener listener;
    private final ProgrammingLatency latency;
    private final ServiceTiming timing;
    private final ResultMemory results;

    Projection(ServiceIndex index, StatusWriter status, ServiceEvents events, ReconcileListener listener,
            ServiceTiming timing) {
        this.index = index;
        this.status = status;
        this.events = events;
        this.news = new ServiceProgressEvents(index, events);
        this.listener = listener;
        this.latency = new ProgrammingLatency(listener::converged);
        this.timing = timing;
        this.results = new ResultMemory(timing);
    }

    void begin() {
        news.begin();
        latency.forget();
    }

    KnownState project(KnownState known, TurnPlan plan, Dispatcher<ServiceEvent> dispatcher,
            ServiceOperations operations, Instant now) {
        retain(known.cluster().clusterState());
        report(known);
        KnownState next = announce(known.reported(), now);
        if (plan.services().isPresent()) {
            events.readable();
            news.notices(plan, next.memory().writes());
        }
        Map<String, ServiceSpec> services = new HashMap<>();
        next.cluster().clusterState().services().forEach(service -> services.put(service.uid(), service));
        Nodes nodes = nodes(plan);
        for (Map.Entry<String, ServiceResult> each : new TreeMap<>(plan.results()).entrySet()) {
            ServiceSpec service = services.get(each.getKey());
            next = switch (each.getValue()) {
                case ServiceResult.Failed failure -> {
                    KnownState shown = showFailure(next, service.uid(), failure, dispatcher, operations, now);
                    yield failed(shown, service, failure, now);
                }
                case ServiceResult.Unsure unsure -> unsure(next, service, unsure, now);
                case ServiceResult good -> good(next, service, good, nodes, dispatcher, operations, now);
            };
        }
        report(next);
        next = next.reported();
        return plan.services().isEmpty() ? next : MemoryPruner.prune(next, plan, timing, now);
    }

    private void retain(ClusterState cluster) {
        Set<String> uids = cluster.services().stream().map(ServiceSpec::uid).collect(Collectors.toSet());
        latency.retain(uids);
        status.retain(uids);
    }

    private void report(KnownState known) {
        for (Report report : known.reports()) {
            switch (report) {
                case Report.Changed(Set<String> uids, Instant at) -> latency.changed(uids, at);
                case Report.Wrote(Operation operation, Outcome outcome) ->
                    news.written(known.cluster().clusterState(), operation, outcome);
                case Report.Served served -> {
                    events.nothingFailed(served.service().uid());
                    if (served.isCurrent())
                        latency.served(served.service().uid(), served.at());
                }
                case Report.Failed failed -> failed(failed);
                case Report.SyncEnded ended -> ended.reason()
                        .within(() -> {
                            listener.ended(ServiceSync.of(ended.service(), ended.isChange(), index), ended.took(),
                                    ended.failed());
                            return ended;
                        });
                case Report.NodesSynced(int served, int failed, Duration took) -> listener.synced(served, failed, took);
            }
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

    /** Writes the failure to the conditions of the Service, independently of events. */
    private KnownState showFailure(KnownState known, String uid, ServiceResult.Failed failure,
            Dispatcher<ServiceEvent> dispatcher, ServiceOperations operations, Instant now) {
        if (dispatcher.isBusy(uid))
            return known;
        FailureConditions.Failed next = known.memory()
                .conditions()
                .failures()
                .failed(uid, failure, status.awaitsConditions(uid, failure), now);
        if (next.isDue())
            dispatcher.dispatch(uid, () -> operations.writeResult(uid, failure, Optional.empty()));
        return known.with(known.memory().with(known.memory().conditions().with(next.conditions())));
    }

    private KnownState announce(KnownState known, Instant now) {
        Set<String> uids = known.requests().unannounced(now);
        if (!uids.isEmpty() || known.requests().nodes())
            news.announce(known.cluster().clusterState(), uids);
        return known.with(known.requests().announced(uids));
    }

    /** Whether machines are still joining or leaving pools, and why one cannot join. */
    private record Nodes(boolean areMoving, Optional<String> problem) {}

    private static Nodes nodes(TurnPlan plan) {
        boolean moving = false;
        Optional<String> problem = Optional.empty();
        for (Operation operation : plan.operations()) {
            if (operation.changes().stream().noneMatch(change -> change.element().equals("pool")))
                continue;
            moving |= plan.stateOf(operation).isPending();
            boolean joins = operation.changes().stream().anyMatch(change -> change.kind() == Change.Kind.ADD);
            if (joins && plan.stateOf(operation) instanceof OperationState.Blocked blocked)
                problem = Optional.of(blocked.problem());
        }
        return new Nodes(moving, problem);
    }

    private KnownState good(KnownState known, ServiceSpec service, ServiceResult result, Nodes moves,
            Dispatcher<ServiceEvent> dispatcher, ServiceOperations operations, Instant now) {
        String uid = service.uid();
        if (dispatcher.isBusy(uid) || isHeld(known.memory().retries(), uid, result, now))
            return known;
        boolean awaitsNodes = known.memory().nodes().waiting().contains(uid);
        if (moves.problem().isPresent() && service.wanted() && (awaitsNodes || events.isFailing(uid))) {
            if (awaitsNodes)
                status.reportFailedNodes(uid, known.memory().nodes().names(), moves.problem().get());
            return results.nodesHandled(known, service, true, now);
        }
        Optional<List<String>> nodes = Optional.of(known.memory().nodes())
                .filter(each -> !moves.areMoving() && each.waiting().contains(uid))
                .map(Memory.NodeRollout::names);
        if (status.isSettled(uid, result, nodes))
            return results.succeeded(known, service, result, now, CallReason.UNSTATED, now);
        dispatcher.dispatch(uid, () -> operations.writeResult(uid, result, nodes));
        return known;
    }

    /** A deletion waits until what is left in Azure is looked at again. */
    private static boolean isHeld(Retries retries, String uid, ServiceResult result, Instant now) {
        return retries.holdsWrite(uid, now) || result instanceof ServiceResult.Gone && retries.isWaiting(uid, now);
    }

    private KnownState unsure(KnownState known, ServiceSpec service, ServiceResult.Unsure unsure, Instant now) {
        if (known.memory().retries().isWaiting(service.uid(), now))
            return known;
        log.info("{}: {}", service.subject(), unsure.problem());
        return results.unsure(known, service, unsure, now);
    }

    private KnownState failed(KnownState known, ServiceSpec service, ServiceResult.Failed failure, Instant now) {
        if (results.isKnown(known, service, failure, now))
            return known;
        emitFailure(known, service, failure, known.requests().open().get(service.uid()));
        return results.failed(known, service, failure, now);
    }

    private void emitFailure(KnownState known, ServiceSpec service, ServiceResult.Failed failure,
            Requests.Request request) {
        String uid = service.uid();
        Memory memory = known.memory();
        boolean again = request != null && memory.results().get(uid) instanceof ServiceResult.Failed;
        if (request != null && request.isChange() && known.azure().failure().isPresent())
            news.unreadable(Set.of(uid), known.azure().failure().get().problem());
        if (again || request != null && request.isChange() || events.isFailing(uid)) {
            status.reportProblem(uid, failure.problem());
        } else if (memory.nodes().waiting().contains(uid) && failure.reason() == RetryReason.FAILED) {
            status.reportFailedNodes(uid, memory.nodes().names(), failure.problem());
        }
    }
}
