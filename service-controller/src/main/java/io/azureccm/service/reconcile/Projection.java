package io.azureccm.service.reconcile;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.metrics.ProgrammingLatency;
import io.azureccm.service.metrics.ReconcileListener;
import io.azureccm.service.metrics.ServiceSync;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.FailureConditions;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.Retries;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.turn.OperationState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceReason;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Updates statuses and events of Services, and remembers the result of each. Not thread-safe. */
final class Projection {
    private static final Duration ANOTHER_LOOK = Duration.ofMillis(100);
    private static final Logger log = LoggerFactory.getLogger(Projection.class);

    private final ServiceIndex index;
    private final StatusWriter status;
    private final ServiceEvents events;
    private final ServiceProgressEvents news;
    private final ReconcileListener listener;
    private final ProgrammingLatency latency;
    private final ServiceTiming timing;

    Projection(ServiceIndex index, StatusWriter status, ServiceEvents events, ReconcileListener listener,
            ServiceTiming timing) {
        this.index = index;
        this.status = status;
        this.events = events;
        this.news = new ServiceProgressEvents(index, events);
        this.listener = listener;
        this.latency = new ProgrammingLatency(listener::converged);
        this.timing = timing;
    }

    void begin() {
        news.begin();
        latency.forget();
    }

    void changed(Collection<String> uids, Instant now) {
        latency.changed(uids, now);
    }

    /** Drops all Services except these. */
    void retain(Set<String> uids) {
        latency.retain(uids);
        status.retain(uids);
    }

    void written(ClusterState cluster, Operation operation, Outcome outcome) {
        news.written(cluster, operation, outcome);
    }

    KnownState project(KnownState known, TurnPlan plan, Dispatcher<ServiceEvent> dispatcher,
            ServiceOperations operations, Instant now) {
        KnownState next = announce(known, now);
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
                    yield failed(shown, service, failure, true, now);
                }
                case ServiceResult.Unsure unsure -> unsure(next, service, unsure, now);
                case ServiceResult good -> good(next, service, good, nodes, dispatcher, operations, now);
            };
        }
        return plan.services().isEmpty() ? next : MemoryPruner.prune(next, plan, timing, now);
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
        return with(known, next.conditions());
    }

    private static KnownState with(KnownState known, FailureConditions failures) {
        Memory memory = known.memory();
        return failures.equals(memory.conditions().failures())
                ? known
                : known.with(memory.with(new Memory.Conditions(failures, memory.conditions().drains())));
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
            return nodesHandled(known, service, true, now);
        }
        Optional<List<String>> nodes = Optional.of(known.memory().nodes())
                .filter(each -> !moves.areMoving() && each.waiting().contains(uid))
                .map(Memory.NodeRollout::names);
        if (status.isSettled(uid, result, nodes))
            return succeeded(known, service, result, now, now);
        dispatcher.dispatch(uid, () -> operations.writeResult(uid, result, nodes));
        return known;
    }

    /** A deletion waits until what is left in Azure is looked at again. */
    private static boolean isHeld(Retries retries, String uid, ServiceResult result, Instant now) {
        return retries.holdsWrite(uid, now) || result instanceof ServiceResult.Gone && retries.isWaiting(uid, now);
    }

    /** A result was written, or the write failed. */
    KnownState written(KnownState known, ServiceEvent.ResultWritten written, Instant now) {
        Optional<ServiceSpec> service = known.cluster()
                .clusterState()
                .services()
                .stream()
                .filter(each -> each.uid().equals(written.uid()))
                .findFirst();
        if (written.result() instanceof ServiceResult.Failed failure)
            return with(known, known.memory()
                    .conditions()
                    .failures()
                    .written(written.uid(), failure, written.problem().isEmpty(), now));
        if (service.isEmpty())
            return known;
        if (written.problem().isEmpty()) {
            // This measurement belongs to the span of the write.
            KnownState next = written.reason()
                    .within(() -> succeeded(known, service.get(), written.result(), written.asOf(), now));
            return written.nodes() ? nodesHandled(next, service.get(), false, now) : next;
        }
        return failed(known, service.get(),
                new ServiceResult.Failed(written.problem().get(), RetryReason.FAILED, ServiceReason.INCOMPLETE),
                false,
                now);
    }

    private KnownState succeeded(KnownState known, ServiceSpec service, ServiceResult result, Instant asOf,
            Instant now) {
        String uid = service.uid();
        Memory memory = known.memory();
        Requests.Request request = known.requests().open().get(uid);
        boolean answers = request != null && !request.changed().isAfter(asOf);
        if (!answers && result.equals(memory.results().get(uid)) && memory.retries().of(uid).isEmpty())
            return known;
        events.nothingFailed(uid);
        if (answers && request.isChange())
            listener.ended(ServiceSync.of(service, true, index), Duration.between(request.since(), now), false);
        if (answers || request == null)
            latency.served(uid, now);
        Memory next = memory.with(memory.retries().forget(Set.of(uid)))
                .with(memory.writes().served(service.subject()))
                .with(withResult(memory, uid, result))
                .with(new Memory.Conditions(memory.conditions().failures().succeeded(uid),
                        memory.conditions().drains()));
        return nodesHandled(known.with(answers ? known.requests().answered(Set.of(uid)) : known.requests()).with(next),
                service,
                false, now);
    }

    /** Records that the Service was updated for a change of nodes, if that was pending. */
    private KnownState nodesHandled(KnownState known, ServiceSpec service, boolean failed, Instant now) {
        Memory.NodeRollout before = known.memory().nodes();
        if (!before.waiting().contains(service.uid()))
            return known;
        Memory.NodeRollout after = before.updated(service.uid(), failed);
        listener.ended(ServiceSync.of(service, false, index), Duration.between(before.since(), now), failed);
        if (after.waiting().isEmpty())
            listener.synced(after.served(), after.failed(), Duration.between(before.since(), now));
        return known.with(known.memory().with(after));
    }

    private KnownState unsure(KnownState known, ServiceSpec service, ServiceResult.Unsure unsure, Instant now) {
        if (known.memory().retries().isWaiting(service.uid(), now))
            return known;
        Memory memory = known.memory();
        FailedAttempt attempt = new FailedAttempt(RetryReason.CLOSED_WINDOW, "lists may be older", Set.of(),
                Optional.of(notBefore(unsure, now)));
        log.info("{}: {}", service.subject(), unsure.problem());
        return known.with(memory.with(memory.retries().failed(service.uid(), attempt, timing.retries(), now))
                .with(withResult(memory, service.uid(), unsure)));
    }

    /**
     * If the moment has passed while Azure was read, another look is due at once; otherwise no turn would start for a moment in the past.
     */
    private static Instant notBefore(ServiceResult.Unsure unsure, Instant now) {
        return unsure.until().isAfter(now) ? unsure.until() : now.plus(ANOTHER_LOOK);
    }

    /** {@code emits}: an event is emitted; for a result that the cluster did not accept the event follows when it does. */
    private KnownState failed(KnownState known, ServiceSpec service, ServiceResult.Failed failure, boolean emits,
            Instant now) {
        String uid = service.uid();
        Memory memory = known.memory();
        Requests.Request request = known.requests().open().get(uid);
        ServiceResult before = memory.results().get(uid);
        if (request == null && failure.equals(before) && (!emits || isRemembered(known, service, now)))
            return known;
        if (emits)
            emitFailure(known, service, failure, request);
        Retries retries = FailedAttempts.isHeldByWrite(memory, service, now)
                ? memory.retries().forget(Set.of(uid))
                : emits
                        ? memory.retries()
                                .failed(uid, FailedAttempts.of(known, service, failure), timing.retries(), now)
                        : memory.retries().notWritten(uid, timing.retries(), now);
        Instant due = FailedAttempts.isHeldByWrite(memory, service, now)
                ? FailedAttempts.due(memory.writes(), service)
                : retries.of(uid).flatMap(RetryState::dueAt).orElse(Instant.MAX);
        log.atLevel(request != null ? Level.INFO : Level.DEBUG)
                .log("{} {}: {}", service.subject(), due.equals(Instant.MAX)
                        ? "waits for a change"
                        : "requeued in " + Math.max(0, Duration.between(now, due).toSeconds()) + " s",
                        failure.problem());
        if (request != null && request.isChange())
            listener.ended(ServiceSync.of(service, true, index), Duration.between(request.since(), now), true);
        if (failure.reason() == RetryReason.INVALID)
            latency.invalid(uid);
        Memory next = memory.with(retries).with(withResult(memory, uid, failure));
        boolean answered = request != null && emits;
        return nodesHandled(known.with(answered ? known.requests().answered(Set.of(uid)) : known.requests()).with(next),
                service,
                true, now);
    }

    private boolean isRemembered(KnownState known, ServiceSpec service, Instant now) {
        return known.memory().retries().of(service.uid()).isPresent()
                || FailedAttempts.isHeldByWrite(known.memory(), service, now)
                || known.azure().isClosed(now);
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

    private static Map<String, ServiceResult> withResult(Memory memory, String uid, ServiceResult result) {
        Map<String, ServiceResult> results = new HashMap<>(memory.results());
        results.put(uid, result);
        return results;
    }
}
