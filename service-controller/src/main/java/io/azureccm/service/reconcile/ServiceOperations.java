package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.snapshot.Read;
import io.azureccm.service.observed.read.ObservedStateAssembly.Subject;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.WriteEffects;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.ServiceWrite;
import io.azureccm.service.status.StatusWrite;
import io.azureccm.service.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The operations of the scope; each blocks a thread of the dispatcher until it ends, and returns an event. */
final class ServiceOperations {
    private final ObservedStateReader reader;
    private final PlanExecutor executor;
    private final PlanJournal journal;
    private final StatusWriter status;
    private final InstantSource clock;

    ServiceOperations(ObservedStateReader reader, PlanExecutor executor, PlanJournal journal, StatusWriter status,
            InstantSource clock) {
        this.reader = reader;
        this.executor = executor;
        this.journal = journal;
        this.status = status;
        this.clock = clock;
    }

    ServiceEvent read(AzureReading reading, Subject subject, ReadMemory memory, CallReason reason) {
        return reason.within(() -> journal.spans().within("read", notes -> {
            notes.note("what", reading.describe());
            ObservedStateReader.Ended ended = switch (reading.extent()) {
                case FRONTENDS -> reader.readFrontends(subject, reading.missing(), memory);
                case EVERYTHING -> reader.read(subject, reading.missing(), memory);
            };
            return new ServiceEvent.AzureRead(reading, ended.learned(), ended.problem());
        }));
    }

    /** {@code present}: what is in the cluster when the read has ended. */
    ServiceEvent readForAudit(Subject subject, ReadMemory memory, Supplier<ServiceEvent.PresentServices> present,
            CallReason reason) {
        return reason.within(() -> journal.spans().within("read", notes -> {
            notes.note("what", "everything that may have been left behind");
            ObservedStateReader.Ended ended = reader.readForAudit(subject, memory);
            return new ServiceEvent.OrphansRead(ended.learned(), ended.problem(), present.get());
        }));
    }

    /** What the cache of responses shows now. */
    ServiceEvent seen() {
        return new ServiceEvent.AzureSeen(reader.view());
    }

    /** These responses are in use, and stay in the cache. */
    void using(Set<Read.Key> responses) {
        reader.using(responses);
    }

    /**
     * The plan of an operation: the number it was printed with, its scope, and whether more can be planned once private links are deleted.
     */
    record Printed(long number, String scope, boolean makesWay) {}

    ServiceEvent write(Operation operation, Printed plan, CallReason reason) {
        Plan alone = new Plan(plan.scope(), List.of(operation.after(Set.of())), List.of(), Plan.Basis.NONE);
        return reason.within(() -> journal.spans().within("execute", notes -> {
            notes.note("scope", plan.scope());
            notes.note("plan", Long.toString(plan.number()));
            Instant began = clock.instant();
            PlanOutcome result = executor.execute(alone);
            Outcome outcome = result.of(operation.target());
            notes.note("outcome", outcome.isGood() ? "applied" : "open");
            journal.ended(plan.number(), operation, outcome, Duration.between(began, clock.instant()));
            return new ServiceEvent.Written(
                    new WriteEffects.Ended(operation, outcome, plan.makesWay(), reader.moment()));
        }));
    }

    /** {@code own}: the status that was written to the Service before, if the watch may not show it yet. */
    ServiceEvent prepare(Preparation preparation, Optional<StatusWrite> own) {
        return new ServiceEvent.Prepared(preparation, switch (preparation) {
            case Preparation.AddFinalizer(String uid) -> status.addFinalizer(uid);
            case Preparation.WithdrawAddresses(String uid, List<String> left) -> status.withdraw(uid, left, own);
        });
    }

    ServiceEvent writeResult(String uid, ServiceResult result, Optional<List<String>> nodes,
            ServiceWrite.Before before) {
        Instant asOf = clock.instant();
        return journal.spans().within("write services", notes -> {
            ServiceWrite written = status.write(uid, result, nodes, before);
            notes.note("outcome", written.problem().isEmpty() ? "applied" : "open");
            return new ServiceEvent.ResultWritten(uid, result, nodes.isPresent(), asOf, written,
                    CallReason.current());
        });
    }
}
