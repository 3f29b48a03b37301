package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.service.reconcile.known.FailureConditions;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.Retries;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.event.Reported;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceReason;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.ServiceWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is remembered of the results of Services: whom they answer, and when the next attempt is due. Pure. */
record ResultMemory(ServiceTiming timing) {
    private static final Duration NEXT_CHECK = Duration.ofMillis(100);

    /** A result was written to the Service, or the write failed. */
    KnownState written(KnownState before, ServiceEvent.ResultWritten written, Instant now) {
        Memory memory = before.memory().with(reported(before.memory().reported(), written));
        KnownState known = before.with(memory);
        Optional<String> problem = written.write().problem();
        Optional<ServiceSpec> service = known.service(written.uid());
        if (written.result() instanceof ServiceResult.Failed failure) {
            FailureConditions failures = memory.conditions().failures();
            return known.with(memory.with(memory.conditions()
                    .with(problem.isEmpty()
                            ? failures.written(written.uid(), failure, now)
                            : failures.notWritten(written.uid(), now))));
        }
        if (service.isEmpty())
            return known;
        if (problem.isPresent())
            return notWritten(known, service.get(), problem.get(), now);
        KnownState next = succeeded(known, service.get(), written.result(), written.asOf(), written.reason(), now);
        boolean isForNodesOfNow = written.nodes() && !memory.nodes().since().isAfter(written.asOf());
        return isForNodesOfNow ? nodesHandled(next, service.get(), false, now) : next;
    }

    /** The status and the events that the write of a result has left. */
    private static Reported reported(Reported before, ServiceEvent.ResultWritten written) {
        String uid = written.uid();
        ServiceWrite write = written.write();
        Reported next = write.status().map(status -> before.with(before.statuses().wrote(uid, status))).orElse(before);
        boolean isDone = write.problem().isEmpty();
        return switch (written.result()) {
            case ServiceResult.Gone gone -> next
                    .events(events -> isDone ? events.deleted(uid) : events.succeeded(uid));
            case ServiceResult.Ready ready when isDone -> next
                    .events(events -> write.ended()
                            .map(began -> events.finished(uid, began))
                            .orElse(events)
                            .succeeded(uid));
            default -> next;
        };
    }

    private KnownState notWritten(KnownState known, ServiceSpec service, String problem, Instant now) {
        Memory memory = known.memory();
        ServiceResult.Failed failure = new ServiceResult.Failed(problem, RetryReason.FAILED, ServiceReason.INCOMPLETE);
        if (!isAwaited(known, service) && failure.equals(memory.results().get(service.uid())))
            return known;
        Retries retries = FailedAttempts.isHeldByWrite(memory, service, now)
                ? memory.retries().forget(Set.of(service.uid()))
                : memory.retries().notWritten(service.uid(), timing.retries(), now);
        return failed(known, service, failure, retries, now);
    }

    private static boolean isAwaited(KnownState known, ServiceSpec service) {
        return known.requests().open().containsKey(service.uid());
    }

    /** {@code asOf}: what the result takes into account; {@code reason}: what its measurement belongs to. */
    KnownState succeeded(KnownState known, ServiceSpec service, ServiceResult result, Instant asOf, CallReason reason,
            Instant now) {
        String uid = service.uid();
        Memory memory = known.memory();
        Requests.Request request = known.requests().open().get(uid);
        boolean answers = request != null && !request.changed().isAfter(asOf);
        if (!answers && result.equals(memory.results().get(uid)) && memory.retries().of(uid).isEmpty())
            return known;
        KnownState told = known.reporting(new Report.Served(service, now, answers || request == null));
        if (answers && request.isChange())
            told = told.reporting(new Report.SyncEnded(service, true, Duration.between(request.since(), now), false,
                    reason));
        Memory next = memory.with(memory.retries().forget(Set.of(uid)))
                .with(memory.writes().served(service.subject()))
                .with(withResult(memory, uid, result))
                .with(memory.conditions().with(memory.conditions().failures().succeeded(uid)))
                .with(memory.reported().events(events -> events.succeeded(uid)));
        return told.with(answers ? known.requests().answered(Set.of(uid)) : known.requests()).with(next);
    }

    /** Records that the Service was updated for a change of nodes, if that was pending. */
    KnownState nodesHandled(KnownState known, ServiceSpec service, boolean failed, Instant now) {
        Memory.NodeRollout before = known.memory().nodes();
        if (!before.waiting().contains(service.uid()))
            return known;
        Memory.NodeRollout after = failed ? before.notUpdated(service.uid()) : before.updated(service.uid());
        Duration took = Duration.between(before.since(), now);
        KnownState told = known
                .reporting(new Report.SyncEnded(service, false, took, failed, CallReason.UNSTATED));
        if (after.waiting().isEmpty())
            told = told.reporting(new Report.NodesSynced(after.served(), after.failed(), took));
        return told.with(known.memory().with(after));
    }

    KnownState unsure(KnownState known, ServiceSpec service, ServiceResult.Unsure unsure, Instant now) {
        Memory memory = known.memory();
        FailedAttempt attempt = new FailedAttempt(RetryReason.CLOSED_WINDOW, "lists may be older", Set.of(),
                Optional.of(notBefore(unsure, now)));
        return known.with(memory.with(memory.retries().failed(service.uid(), attempt, timing.retries(), now))
                .with(withResult(memory, service.uid(), unsure)));
    }

    /**
     * If the moment has passed while Azure was read, another refresh is due at once; otherwise no turn would start for a moment in the past.
     */
    private static Instant notBefore(ServiceResult.Unsure unsure, Instant now) {
        return unsure.until().isAfter(now) ? unsure.until() : now.plus(NEXT_CHECK);
    }

    /** Whether this failure is known and has a retry. */
    boolean isKnown(KnownState known, ServiceSpec service, ServiceResult.Failed failure, Instant now) {
        Memory memory = known.memory();
        return !isAwaited(known, service)
                && failure.equals(memory.results().get(service.uid()))
                && (memory.retries().of(service.uid()).isPresent()
                        || FailedAttempts.isHeldByWrite(memory, service, now) || known.azure().isClosed(now));
    }

    /** A plan or Azure failed the Service. */
    KnownState failed(KnownState known, ServiceSpec service, ServiceResult.Failed failure, Instant now) {
        Memory memory = known.memory();
        Retries retries = FailedAttempts.isHeldByWrite(memory, service, now)
                ? memory.retries().forget(Set.of(service.uid()))
                : memory.retries()
                        .failed(service.uid(), FailedAttempts.of(known, service, failure), timing.retries(), now);
        KnownState next = failed(known, service, failure, retries, now);
        return isAwaited(known, service)
                ? next.with(next.requests().answered(Set.of(service.uid())))
                : next;
    }

    private KnownState failed(KnownState known, ServiceSpec service, ServiceResult.Failed failure, Retries retries,
            Instant now) {
        Memory memory = known.memory();
        Requests.Request request = known.requests().open().get(service.uid());
        KnownState next = known.with(memory.with(retries).with(withResult(memory, service.uid(), failure)));
        next = next.reporting(new Report.Failed(service, failure.problem(), failure.reason() == RetryReason.INVALID,
                now, due(next, service, now), request != null));
        if (request != null && request.isChange())
            next = next.reporting(new Report.SyncEnded(service, true, Duration.between(request.since(), now), true,
                    CallReason.UNSTATED));
        return nodesHandled(next, service, true, now);
    }

    private static Instant due(KnownState known, ServiceSpec service, Instant now) {
        Memory memory = known.memory();
        return FailedAttempts.isHeldByWrite(memory, service, now)
                ? FailedAttempts.due(memory.writes(), service)
                : memory.retries().of(service.uid()).flatMap(RetryState::dueAt).orElse(Instant.MAX);
    }

    private static Map<String, ServiceResult> withResult(Memory memory, String uid, ServiceResult result) {
        return Copies.with(memory.results(), uid, result);
    }
}
