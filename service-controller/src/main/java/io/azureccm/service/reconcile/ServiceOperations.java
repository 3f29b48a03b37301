package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.reconcile.known.AddressRefusals;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.ServiceWrite;
import io.azureccm.service.status.StatusWrite;
import io.azureccm.service.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

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

    /** How results are shown in conditions. */
    ServiceConditions conditions() {
        return status.conditions();
    }

    ServiceEvent read(AzureReading reading, ObservedStateReader.Subject subject, CallReason reason) {
        return reason.within(() -> journal.spans().within("read", notes -> {
            notes.note("what", reading.describe());
            try {
                switch (reading.extent()) {
                    case FRONTENDS -> reader.readFrontends(subject, reading.missing());
                    case EVERYTHING -> reader.read(subject, reading.missing());
                    case ORPHANS -> reader.readForAudit(subject);
                }
                return new ServiceEvent.AzureRead(reading, Optional.empty());
            } catch (RuntimeException unreadable) {
                return new ServiceEvent.AzureRead(reading, Optional.of(unreadable));
            }
        }));
    }

    /**
     * The plan of an operation: the number it was printed with, its scope, the resource groups with public IPs of Services, and whether
     * more can be planned once private links are deleted.
     */
    record Printed(long number, String scope, Set<String> groups, boolean makesWay) {}

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
            return new ServiceEvent.Written(operation, outdating(operation, outcome, plan));
        }));
    }

    /** A refusal caused by an outdated read is not final: the resource is read again, and everything planned again. */
    private Outcome outdating(Operation operation, Outcome outcome, Printed plan) {
        ArmId target = operation.target();
        if (operation.verb() == Operation.Verb.POST && !(outcome instanceof Outcome.NotAttempted))
            reader.everythingChanged();
        if (target.root().hasType(ArmTypes.PRIVATE_LINK_SERVICE) && !(outcome instanceof Outcome.NotAttempted))
            reader.privateLinksChanged(plan.makesWay());
        // A public IP whose last write failed has to be read, and written, before anything can refer to it.
        if (outcome.problem().contains("ReferencedResourceNotProvisioned")) {
            reader.frontendsChanged(plan.groups());
            return new Outcome.Conflict(outcome.problem());
        }
        if (!(outcome instanceof Outcome.Rejected(int status, String code, String message)))
            return outcome;
        if (code.equalsIgnoreCase("LoadBalancerInUseByVirtualMachineScaleSet")) {
            reader.everythingChanged();
            return new Outcome.Conflict(outcome.problem());
        }
        // The holder of the address may be a private link service, which blocks nothing else.
        if (AddressRefusals.isOne(code))
            return outcome;
        return blockedBy(target, code, message).filter(reader::privateLinksNamed).isPresent()
                ? new Outcome.Conflict(outcome.problem())
                : outcome;
    }

    /** The message of Azure if it refused a write because of a private link service other than the one to be written. */
    private static Optional<String> blockedBy(ArmId target, String code, String message) {
        String text = (code + " " + message).toLowerCase(Locale.ROOT);
        if (target.hasType(ArmTypes.LOAD_BALANCER))
            return text.replace(" ", "").contains("privatelinkservice") ? Optional.of(message) : Optional.empty();
        String others = text.replace(target.key(), "");
        return target.root().hasType(ArmTypes.PRIVATE_LINK_SERVICE) && others.contains("/privatelinkservices/")
                ? Optional.of(others)
                : Optional.empty();
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
