package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.refusal.ScopeBlocks;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decides for each operation of a plan whether it is sent now, and what it waits for otherwise. Pure. */
public final class OperationStates {
    /**
     * The maximum number of public IPs written at a time, so that the first Services get their load balancer before the last one has its
     * public IP.
     */
    static final int MAX_PUBLIC_IPS = 32;

    private final KnownState known;
    private final List<Operation> operations;
    private final ServiceTiming timing;
    private final Lanes underWay;
    private final Instant now;
    private final Map<String, Preparation> unprepared = new HashMap<>();
    private final Map<String, Instant> unsettled = new HashMap<>();
    /** Services that are being written: their status is known when the operation has ended. */
    private final Set<String> beingWritten = new HashSet<>();
    private final Map<ArmId, OperationState> states = new HashMap<>();
    /** The root cause of each blocked operation. */
    private final Map<ArmId, Operation> roots = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Set<ArmId> outdated = new HashSet<>();
    private int publicIps;

    OperationStates(KnownState known, List<Operation> operations, List<Preparation> preparations, ServiceTiming timing,
            Lanes underWay, Instant now) {
        this.known = known;
        this.operations = operations;
        this.timing = timing;
        this.underWay = underWay;
        this.now = now;
        this.publicIps = known.memory().writes().publicIps();
        Map<String, String> subjects = new HashMap<>();
        for (ServiceSpec service : known.services()) {
            subjects.put(service.uid(), service.subject());
            if (underWay.isBusy(service.uid()))
                beingWritten.add(service.subject());
            known.requests()
                    .settles(service.uid(), now)
                    .ifPresent(until -> unsettled.put(service.subject(), until));
        }
        preparations.forEach(each -> unprepared.put(subjects.get(each.uid()), each));
    }

    /** In the order of the plan, in which predecessors come first. */
    public Map<ArmId, OperationState> all() {
        beforeGivingUp();
        if (operations.stream().noneMatch(this::leadsOn))
            operations.stream().filter(Operation::isDeferred).forEach(this::giveUp);
        return states;
    }

    /** The same as long as further operations may lead on. */
    Map<ArmId, OperationState> beforeGivingUp() {
        operations.forEach(operation -> states.put(operation.target(), state(operation)));
        return states;
    }

    /** Whether it may lead to progress without a later retry. */
    private boolean leadsOn(Operation operation) {
        return states.get(operation.target()).isPending() && !operation.isDeferred();
    }

    /** Nothing is sent in a dry run. */
    public Map<ArmId, OperationState> ofDryRun() {
        operations
                .forEach(operation -> states.put(operation.target(),
                        OperationState.Waits.on("a run without --dry-run")));
        return states;
    }

    /** What has to be read again before ready operations can be sent. */
    public Set<ArmId> outdated() {
        return Set.copyOf(outdated);
    }

    private OperationState state(Operation operation) {
        ArmId target = operation.target();
        if (known.memory().writes().underWay().containsKey(target))
            return OperationState.UNDER_WAY;
        Optional<FailedWrite> failed = known.memory().writes().of(target).filter(each -> each.holds(operation, now));
        if (failed.isPresent())
            return afterFailure(operation, failed.get());
        Optional<OperationState> refused = refused(operation);
        if (refused.isPresent())
            return refused.get();
        Optional<OperationState> first = whatComesFirst(operation);
        if (first.isPresent())
            return first.get();
        if (!operation.isDeferred())
            return mayBeSent(operation);
        needsReading(operation);
        return OperationState.Waits.on(String.join(", ", operation.awaits()));
    }

    private static OperationState afterFailure(Operation operation, FailedWrite write) {
        if (write.isIncidental(operation))
            return new OperationState.WithoutEffect(write.problem(), write.notBefore());
        if (write.isSilent())
            return OperationState.Waits.until("another try", write.notBefore());
        if (!write.isSearched() || operation.subjects().size() < 2)
            return new OperationState.Blocked(write.problem(), write.outcome(), write.notBefore());
        // Azure's reason concerns some of the Services only, which are not known yet.
        String problem = "Azure has refused a write of " + operation.target().shortName() + " for several Services";
        return new OperationState.Blocked(problem, new Outcome.NotAttempted(Reason.PREREQUISITE_FAILED, problem),
                write.notBefore());
    }

    /** Whether Azure refuses all such writes, or has refused too many writes of the resource, so that this one has to wait. */
    private Optional<OperationState> refused(Operation operation) {
        Optional<ScopeBlocks.Block> block = known.memory().rejections().scopes().of(operation);
        if (block.isPresent() && now.isBefore(block.get().due()))
            return Optional.of(new OperationState.Blocked(
                    operation.target().shortName() + ": " + block.get().reason().problem(), block.get().reason(),
                    block.get().due()));
        if (block.isPresent() && isProbed(operation))
            return Optional.of(new OperationState.Blocked(operation.target().shortName()
                    + ": not sent until another write shows whether Azure still refuses it: "
                    + block.get().reason().problem(), block.get().reason(), Instant.MAX));
        return known.memory().rejections().waits(operation, now).map(until -> {
            String problem = "Azure has refused several writes of " + operation.target().shortName()
                    + "; the next one is sent at " + until.truncatedTo(ChronoUnit.SECONDS);
            return known.memory()
                    .rejections()
                    .attempts()
                    .reason(operation.target())
                    .map(reason -> new OperationState.Blocked(problem + ": " + reason.problem(), reason, until))
                    .orElseGet(() -> new OperationState.Blocked(problem,
                            new Outcome.NotAttempted(Reason.PREREQUISITE_FAILED, problem), until));
        });
    }

    /** Whether a write that is under way, or sent in this turn, shows whether writes in the scope are still refused. */
    private boolean isProbed(Operation operation) {
        ScopeBlocks scopes = known.memory().rejections().scopes();
        return known.memory()
                .writes()
                .underWay()
                .values()
                .stream()
                .anyMatch(write -> scopes.isShared(operation, write))
                || operations.stream()
                        .anyMatch(write -> states.get(write.target()) instanceof OperationState.Ready
                                && scopes.isShared(operation, write));
    }

    /** What it waits for may exist, or its etag may have changed: only a new read shows that. */
    private boolean needsReading(Operation operation) {
        ArmId owner = operation.target().root();
        if (known.azure().poolsChanged() && owner.hasType(ArmTypes.LOAD_BALANCER))
            outdated.add(ArmId.collection(owner.subscription(), owner.resourceGroup(), owner.type()));
        else if (known.azure().everything().filter(shown -> shown.inFlight().unconfirmed().contains(owner)).isPresent())
            outdated.add(owner);
        else
            return false;
        return true;
    }

    private Optional<OperationState> whatComesFirst(Operation operation) {
        OperationState waits = operation.verb() == Operation.Verb.DELETE ? releasing(operation) : null;
        for (ArmId needed : operation.after().stream().sorted().toList()) {
            switch (states.get(needed)) {
                case null -> {
                    // It is not in the plan, so it is already done.
                }
                case OperationState.WithoutEffect _ -> {
                    // The resource exists with everything that depends on it.
                }
                case OperationState.Blocked(String problem, Outcome outcome, Instant until) -> {
                    return Optional.of(blockedBy(operation, needed, outcome, until));
                }
                default -> waits = waits == null ? OperationState.Waits.on(needed.shortName()) : waits;
            }
        }
        return Optional.ofNullable(waits);
    }

    /**
     * A resource that a write in progress stops using may read as unused before that write has ended, and Azure rejects its deletion until
     * then. Null if no such write is in progress.
     */
    private OperationState releasing(Operation deletion) {
        return known.memory()
                .writes()
                .underWay()
                .values()
                .stream()
                .filter(write -> !write.target().root().hasType(ArmTypes.SECURITY_GROUP)
                        && !Collections.disjoint(write.subjects(), deletion.subjects()))
                .map(Operation::target)
                .min(Comparator.naturalOrder())
                .map(target -> OperationState.Waits.on(target.shortName()))
                .orElse(null);
    }

    private OperationState blockedBy(Operation operation, ArmId needed, Outcome outcome, Instant until) {
        ArmId root = roots.containsKey(needed) ? roots.get(needed).target() : needed;
        roots.put(operation.target(), operations.stream().filter(each -> each.target().equals(root)).findFirst().get());
        String cause = outcome instanceof Outcome.NotAttempted(Reason reason, String message)
                ? message
                : outcome.problem();
        return new OperationState.Blocked(
                operation.target().shortName() + ": not sent: needs " + root.shortName() + " first: " + cause, outcome,
                until);
    }

    private OperationState mayBeSent(Operation operation) {
        for (String subject : operation.subjects()) {
            if (unsettled.containsKey(subject))
                return OperationState.Waits.until("further changes of " + subject, unsettled.get(subject));
            if (beingWritten.contains(subject))
                return OperationState.Waits.on("Service " + subject + " to show its last result");
            if (unprepared.containsKey(subject))
                return OperationState.Waits.on("Service " + subject + " to " + unprepared.get(subject).describe());
        }
        Optional<Instant> closes = known.requests()
                .window()
                .filter(window -> !operation.target().hasType(ArmTypes.PUBLIC_IP))
                .map(window -> window.closes(timing))
                .filter(now::isBefore);
        if (closes.isPresent())
            return OperationState.Waits.until("further changes", closes.get());
        if (TurnPlanner.isPublicIpPut(operation) && publicIps >= MAX_PUBLIC_IPS)
            return OperationState.Waits.on("other public IPs to be written");
        ArmId lane = ResourceLanes.laneOf(operation.target());
        if (underWay.isBusy(lane.key()) || !taken.add(lane.key()))
            return OperationState.Waits.on("another write of " + lane.shortName());
        if (needsReading(operation))
            return OperationState.Waits.on(operation.target().root().shortName() + " to be read again");
        if (TurnPlanner.isPublicIpPut(operation))
            publicIps++;
        return OperationState.READY;
    }

    private void giveUp(Operation operation) {
        if (states.get(operation.target()) instanceof OperationState.Waits)
            states.put(operation.target(), new OperationState.Blocked(
                    operation.target().shortName() + ": awaits " + String.join(", ", operation.awaits()),
                    new Outcome.NotAttempted(Reason.DEFERRED, "awaits " + String.join(", ", operation.awaits())),
                    Instant.MAX));
    }
}
