package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.refusal.Attribution;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.service.plan.context.Repair;
import io.azureccm.service.plan.loadbalancer.DrainedMembers;
import io.azureccm.service.plan.loadbalancer.LoadBalancersAwaitingFrontends;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import java.time.Instant;
import java.util.List;

/**
 * The history of writes of one resource since the last successful one. It is not retried before {@code notBefore}, except with different
 * content if the refusal may be about the content, as a call of higher urgency, or if Azure no longer shows the operation that it waits for; the call budget itself enforces pauses demanded by Azure. {@code
 * isSilent}: a conflict or a lost answer, which says nothing about the request; the resource is read and planned again, and users are
 * notified only if it continues.
 */
public record FailedWrite(Operation operation, Outcome outcome, int conflicts, int unknowns, RetryState retries,
        Instant notBefore, boolean isSilent) {
    static final Outcome IN_VAIN = new Outcome.Conflict(
            "Azure accepts the write, but the resource stays as it was: an Azure Policy or another client may change it");

    /** Azure has accepted a write: if the next plan makes the same changes, it was in vain. */
    static FailedWrite accepted(Operation operation, Instant now) {
        return new FailedWrite(operation, new Outcome.Applied(null), 0, 0, RetryState.NEW, now, true);
    }

    /** Azure has accepted another write, too: pauses after what was incidental before, and is in it, go on. */
    FailedWrite accepting(Operation next, Instant now) {
        return incidental(next).isEmpty()
                ? accepted(next, now)
                : new FailedWrite(next, new Outcome.Applied(null), conflicts, unknowns, retries, notBefore, true);
    }

    /** Whether Azure has accepted it; older records have the outcome {@code IN_VAIN} from the first time on. */
    public boolean isAccepted() {
        return outcome instanceof Outcome.Applied || outcome.equals(IN_VAIN);
    }

    /** Whether this is what Azure has accepted, or an incidental rest of it. */
    public boolean isRepeatedBy(Operation next) {
        return isSame(next) || isIncidental(next);
    }

    /**
     * The changes that Azure has accepted again in vain and that Services do not need: of tags that do not say whose a resource is or what
     * is left to do there. A missing rule, frontend, pool or member, or another value of a property, is never incidental.
     */
    public List<Change> incidental(Operation next) {
        return isAccepted() && conflicts > 0 && next.verb() == operation.verb()
                ? next.changes()
                        .stream()
                        .filter(change -> isOfUnreadTag(change) && operation.changes().contains(change))
                        .toList()
                : List.of();
    }

    /** Whether it is incidental as a whole: it is repeated, but neither operations nor Services wait for it. */
    public boolean isIncidental(Operation next) {
        return !next.changes().isEmpty() && incidental(next).equals(next.changes());
    }

    public boolean isIncidental() {
        return isIncidental(operation);
    }

    /** Whether it has been in vain for so long that users are notified. */
    public boolean isLastingInVain() {
        return isAccepted() && conflicts >= WriteMemory.SILENT_CONFLICTS;
    }

    private static boolean isOfUnreadTag(Change change) {
        return change.element().equals("tag") && !Ownership.isReserved(change.name())
                && !DrainedMembers.isTag(change.name())
                && !change.name().equalsIgnoreCase(LoadBalancersAwaitingFrontends.TAG);
    }

    /** Whether this operation may not be sent now. */
    public boolean holds(Operation next, Instant now) {
        if (!now.isBefore(notBefore))
            return false;
        if (isOfWholeResource())
            return (next.verb() == Operation.Verb.DELETE) == (operation.verb() == Operation.Verb.DELETE);
        if (outcome instanceof Outcome.Throttled throttled && throttled.isBusy())
            return !Repair.showsOperation(operation) || Repair.showsOperation(next);
        if (outcome instanceof Outcome.Applied)
            return isIncidental(next);
        boolean saysOnlyOfThis = outcome instanceof Outcome.Rejected || outcome instanceof Outcome.Throttled
                || isAccepted();
        return !saysOnlyOfThis || isRepeatedBy(next);
    }

    /** Whether Azure refuses every write of the resource, whatever its content. */
    public boolean isOfWholeResource() {
        return outcome instanceof Outcome.Rejected refusal
                && Attribution.of(operation, refusal).subject().isWholeResource();
    }

    /** Whether the Services that Azure refuses are searched: the others do not wait for this write. */
    public boolean isSearched() {
        return outcome instanceof Outcome.Rejected && !isOfWholeResource() && Rejections.isSearched(operation);
    }

    public boolean isOf(String subject) {
        return operation.subjects().contains(subject);
    }

    /** The refusal of a Service that the write was for. */
    public Refusal refusal(String subject) {
        return outcome instanceof Outcome.Rejected(int status, String code, String message)
                ? new Refusal(code, subject, message)
                : new Refusal(code(), subject, problem());
    }

    private String code() {
        return switch (outcome) {
            case Outcome.Throttled busy when busy.isBusy() -> "AddressChangedMeanwhile";
            case Outcome.Throttled throttled -> "AddressThrottled";
            case Outcome.Conflict conflict -> "AddressChangedMeanwhile";
            case Outcome.Unknown unknown -> "AddressOutcomeUnknown";
            default -> "AddressNotWritten";
        };
    }

    public String problem() {
        return operation.target().shortName() + ": " + (isAccepted() ? IN_VAIN : outcome).problem();
    }

    /** Whether it is the same write of the resource, with whatever etag. */
    public boolean isSame(Operation next) {
        return next.target().equals(operation.target()) && next.verb() == operation.verb()
                && next.changes().equals(operation.changes()) && next.subjects().equals(operation.subjects());
    }
}
