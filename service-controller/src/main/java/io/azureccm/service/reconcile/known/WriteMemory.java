package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.reconcile.RetryTrigger;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.InFlightChanges.SentFrontend;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The writes in progress, and by target those that failed without success since, or that Azure accepted, perhaps in vain; and the
 * successful writes for each Service (by {@code namespace/name}) since it was last served: an attempt that made progress restarts its
 * back-off. {@code newPools} were created and are not filled yet; {@code leaving} are public IPs to be deleted, which only the last plan may
 * still mention; {@code outdated} are the Services that have changed since a write in progress was sent, by its target.
 */
public record WriteMemory(Map<ArmId, Operation> underWay, Map<ArmId, FailedWrite> failed, Map<String, Set<String>> done,
        Set<ArmId> newPools, Set<ArmId> leaving, Map<ArmId, Set<String>> outdated) {
    public static final WriteMemory NONE = new WriteMemory(Map.of(), Map.of(), Map.of(), Set.of(), Set.of(), Map.of());

    /** This many consecutive conflicts, or unknown outcomes, are only read again, without a notice. */
    static final int SILENT_CONFLICTS = 6;
    private static final int SILENT_UNKNOWNS = 2;
    private static final BackOff AFTER_CONFLICTS = BackOff.doubling(Duration.ofMillis(200), Duration.ofSeconds(6));
    private static final BackOff AFTER_UNKNOWNS = BackOff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(6));

    public WriteMemory {
        underWay = Map.copyOf(underWay);
        failed = Map.copyOf(failed);
        done = Map.copyOf(done);
        newPools = Set.copyOf(newPools);
        leaving = Set.copyOf(leaving);
        outdated = Map.copyOf(outdated);
    }

    public WriteMemory sent(Operation operation) {
        return new WriteMemory(Copies.with(underWay, operation.target(), operation), failed, done, newPools, leaving,
                outdated);
    }

    public WriteMemory alsoUnderWay(WriteMemory others) {
        return new WriteMemory(Copies.with(others.underWay, underWay), failed, done, newPools, leaving,
                others.outdated);
    }

    /** Without the writes whose lane is free. */
    public WriteMemory in(Lanes lanes) {
        Map<ArmId, Operation> left = Copies.retained(underWay,
                (target, write) -> lanes.isBusy(ResourceLanes.laneOf(target).key()));
        return left.size() == underWay.size()
                ? this
                : new WriteMemory(left, failed, done, newPools, leaving, Copies.retained(outdated, left.keySet()));
    }

    /** {@code wanted}: the Services that are not to be removed. */
    public WriteMemory after(Operation operation, Outcome outcome, Predicate<String> wanted, RetryPolicy policy,
            Instant now) {
        ArmId target = operation.target();
        WriteMemory ended = new WriteMemory(Copies.without(underWay, Set.of(target)), failed, done, newPools, leaving,
                Copies.without(outdated, Set.of(target)));
        FailedWrite before = failed.get(target);
        boolean inVain = before != null && before.isAccepted() && switch (outcome) {
            case Outcome.Applied _ -> before.isRepeatedBy(operation);
            case Outcome.Conflict _,Outcome.Throttled _ -> before.isIncidental(operation);
            default -> false;
        };
        return outcome.isGood() && !inVain
                ? ended.good(operation, outcome, now)
                : ended.with(Copies.with(failed, target,
                        after(before, operation, inVain ? FailedWrite.IN_VAIN : outcome, wanted, policy, now)));
    }

    /** The targets of writes in progress, and of those that ended with an unknown outcome, until they may be sent again. */
    public Stream<ArmId> undecided(Instant now) {
        return Stream.concat(underWay.keySet().stream(), failed.values()
                .stream()
                .filter(write -> write.isSilent() && write.outcome() instanceof Outcome.Unknown
                        && now.isBefore(write.notBefore()))
                .map(write -> write.operation().target()));
    }

    /** The number of public IPs being written. */
    public int publicIps() {
        return (int) underWay.values()
                .stream()
                .filter(write -> write.verb() == Operation.Verb.PUT && write.target().hasType(ArmTypes.PUBLIC_IP))
                .count();
    }

    /** The writes that failed, in the order of their targets: what is told of several must not depend on the process. */
    public List<FailedWrite> failures() {
        return failed.values()
                .stream()
                .sorted(Comparator.comparing(write -> write.operation().target()))
                .toList();
    }

    /** The frontends that writes in progress create, by base name of their Service. */
    public Map<String, SentFrontend> sentFrontends() {
        Map<String, SentFrontend> sent = new HashMap<>();
        underWay.values()
                .stream()
                .filter(write -> write.target().hasType(ArmTypes.LOAD_BALANCER))
                .sorted(Comparator.comparing(Operation::target))
                .forEach(write -> write.changes()
                        .stream()
                        .filter(change -> change.kind() == Change.Kind.ADD && change.element().equals("frontend"))
                        .forEach(change -> sent.put(ServiceNames.baseOf(change.name()),
                                new SentFrontend(write.target(), change.cause().reason()))));
        return sent;
    }

    /** The load balancers that writes in progress delete. */
    public Set<ArmId> sentDeletions() {
        return underWay.values()
                .stream()
                .filter(write -> write.verb() == Operation.Verb.DELETE
                        && write.target().hasType(ArmTypes.LOAD_BALANCER))
                .map(Operation::target)
                .collect(Collectors.toSet());
    }

    public boolean isUnderWayFor(String subject) {
        return underWay.values().stream().anyMatch(operation -> operation.subjects().contains(subject));
    }

    /** When the next retry is due; empty if none failed. */
    public Optional<Instant> nextDue(Instant now) {
        return failed.values().stream().map(FailedWrite::notBefore).filter(now::isBefore).min(Instant::compareTo);
    }

    private WriteMemory good(Operation operation, Outcome outcome, Instant now) {
        FailedWrite before = failed.get(operation.target());
        Map<ArmId, FailedWrite> next = Copies.retained(failed,
                (target, write) -> !isPartOf(target, operation.target()));
        if (outcome instanceof Outcome.Applied && operation.verb() == Operation.Verb.PUT
                && !operation.changes().isEmpty())
            next = Copies.with(next, operation.target(), before == null
                    ? FailedWrite.accepted(operation, now)
                    : before.accepting(operation, now));
        Map<String, Set<String>> further = new HashMap<>(done);
        if (outcome instanceof Outcome.Applied)
            operation.subjects()
                    .forEach(subject -> further.merge(subject,
                            Set.of(operation.verb() + " " + operation.target().key()), Copies::with));
        return new WriteMemory(underWay, next, further, with(newPools, operation), leaving, outdated);
    }

    /** A write of a load balancer writes its pools, too. */
    private static boolean isPartOf(ArmId target, ArmId written) {
        return target.equals(written) || written.hasType(ArmTypes.LOAD_BALANCER) && target.root().equals(written);
    }

    private static Set<ArmId> with(Set<ArmId> pools, Operation operation) {
        if (operation.verb() != Operation.Verb.PUT || !operation.target().hasType(ArmTypes.LOAD_BALANCER))
            return pools;
        return Copies.with(pools, operation.changes()
                .stream()
                .filter(change -> change.kind() == Change.Kind.ADD && change.element().equals("pool"))
                .map(change -> operation.target().child("backendAddressPools", change.name()))
                .toList());
    }

    /** Drops new pools that no machine is to join any more. */
    public WriteMemory filling(Predicate<ArmId> pool) {
        return newPools.stream().allMatch(pool)
                ? this
                : new WriteMemory(underWay, failed, done,
                        newPools.stream().filter(pool).collect(Collectors.toSet()), leaving, outdated);
    }

    public WriteMemory leaving(Set<ArmId> publicIps) {
        return new WriteMemory(underWay, failed, done, newPools, publicIps, outdated);
    }

    private FailedWrite after(FailedWrite before, Operation operation, Outcome outcome, Predicate<String> wanted,
            RetryPolicy policy, Instant now) {
        int conflicts = before == null ? 0 : before.conflicts();
        int unknowns = before == null ? 0 : before.unknowns();
        RetryState retries = before == null ? RetryState.NEW : before.retries();
        if (outcome instanceof Outcome.Conflict && conflicts < SILENT_CONFLICTS) {
            // The first one is sent again as soon as the resource was read: mostly a machine has just joined a pool.
            Instant at = conflicts == 0 ? now : now.plus(AFTER_CONFLICTS.delay(conflicts));
            return new FailedWrite(operation, outcome, conflicts + 1, unknowns, retries, at, true);
        }
        if (outcome instanceof Outcome.Unknown && unknowns < SILENT_UNKNOWNS)
            return new FailedWrite(operation, outcome, conflicts, unknowns + 1, retries,
                    now.plus(AFTER_UNKNOWNS.delay(unknowns + 1)), true);
        RetryState state = policy.after(retries, attempt(operation, outcome, wanted), now);
        Instant due = state.trigger() instanceof RetryTrigger.Due(Instant at) ? at : Instant.MAX;
        return new FailedWrite(operation, outcome, conflicts, unknowns, state, due, false);
    }

    private FailedAttempt attempt(Operation operation, Outcome outcome, Predicate<String> wanted) {
        Set<String> carriedOut = new HashSet<>();
        operation.subjects().forEach(subject -> carriedOut.addAll(done.getOrDefault(subject, Set.of())));
        boolean removal = !operation.subjects().isEmpty() && operation.subjects().stream().noneMatch(wanted);
        String cause = outcome.kind() + " of " + operation.verb() + " "
                + operation.target().type().toLowerCase(Locale.ROOT);
        if (outcome instanceof Outcome.Throttled(Instant until, String message, boolean isBusy))
            return new FailedAttempt(isBusy ? RetryReason.BUSY : RetryReason.CLOSED_WINDOW, cause, carriedOut,
                    Optional.of(until));
        return new FailedAttempt(removal ? RetryReason.REMOVAL_FAILED : RetryReason.FAILED, cause, carriedOut,
                Optional.empty());
    }

    public Optional<FailedWrite> of(ArmId target) {
        return Optional.ofNullable(failed.get(target));
    }

    /** The Service changed: its failed writes are retried, unless Azure asked to wait or nothing waits for them. */
    public WriteMemory changed(String subject) {
        Map<ArmId, FailedWrite> next = Copies.retained(failed,
                (target, write) -> !write.isOf(subject) || write.outcome() instanceof Outcome.Throttled
                        || write.outcome() instanceof Outcome.Applied || write.isIncidental());
        Map<ArmId, Set<String>> since = new HashMap<>(outdated);
        underWay.values()
                .stream()
                .filter(operation -> operation.subjects().contains(subject))
                .forEach(operation -> since.merge(operation.target(), Set.of(subject), Copies::with));
        return new WriteMemory(underWay, next, Copies.without(done, Set.of(subject)), newPools, leaving, since);
    }

    /** The Service is served: the next failure counts as its first. */
    public WriteMemory served(String subject) {
        return new WriteMemory(underWay, failed, Copies.without(done, Set.of(subject)), newPools, leaving, outdated);
    }

    /** Drops writes that are no longer wanted. */
    public WriteMemory keeping(Predicate<FailedWrite> wanted) {
        return failed.values().stream().allMatch(wanted)
                ? this
                : with(Copies.retained(failed, (target, write) -> wanted.test(write)));
    }

    private WriteMemory with(Map<ArmId, FailedWrite> next) {
        return new WriteMemory(underWay, next, done, newPools, leaving, outdated);
    }
}
