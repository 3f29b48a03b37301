package io.azureccm.route.reconcile.rejected;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.refusal.Attribution;
import io.azureccm.common.core.refusal.RefusalSearch;
import io.azureccm.common.core.refusal.RefusalSubject;
import io.azureccm.common.core.refusal.RefusedWrites;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.route.plan.Constraints;
import io.azureccm.route.plan.Constraints.Withheld;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.spec.ClusterState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What Azure refuses of the route table for good, so that the refused route of one node does not affect others: the
 * nodes that are refused, and those that wait while they are searched; when a refused node is tried again; the limit of
 * the table; why the table cannot be written at all; and the bound on refused writes. Pure.
 */
public record RejectedRoutes(RefusalSearch search, Map<String, RetryState> retries, TableLimit limit,
        Optional<Outcome.Rejected> table, RefusedWrites attempts) {
    public static final RejectedRoutes NONE = new RejectedRoutes(RefusalSearch.NONE, Map.of(), TableLimit.EXPECTED,
            Optional.empty(), RefusedWrites.NONE);

    /** So many attempts must be left to write removals, to write anything else, and to try a refused node again. */
    private static final int FOR_REMOVALS = 1;
    private static final int FOR_WRITES = 2;
    private static final int FOR_RETRIES = 4;

    public RejectedRoutes {
        retries = Map.copyOf(retries);
    }

    /** Whether the refusal of this write is about the routes of some nodes only, so that others are written at once. */
    public static boolean isSearched(Operation operation, Outcome.Rejected reason) {
        return RouteWrite.of(operation).isSearched(reason);
    }

    /** Records a refused write. */
    public RejectedRoutes refused(Operation operation, Outcome.Rejected reason, ClusterState cluster,
            RetryPolicy policy, Instant now) {
        RouteWrite write = RouteWrite.of(operation);
        RefusedWrites before = attempts.recovered(now);
        RefusalSubject subject = Attribution.of(operation, reason).subject();
        RefusedWrites counted = subject.isWholeResource()
                ? before.blocked(operation.target(), reason, now)
                : before.refused(operation.target(), reason, now);
        if (!write.isSearched(reason))
            return new RejectedRoutes(search, retries, limit, Optional.of(reason), counted);
        if (write.isTooMuch(reason))
            return new RejectedRoutes(search, retries, TableLimit.after(write, reason, now), Optional.empty(), counted);
        Set<String> named = write.named(reason);
        boolean certain = subject == RefusalSubject.ELEMENT && !named.isEmpty();
        RefusalSearch next = search.after(
                new RefusalSearch.Attempt(write.adds(cluster), write.rest() ? List.of(RouteWrite.REST) : List.of(),
                        named, certain),
                reason, now, forSearch(counted, operation.target(), now));
        Map<String, RetryState> waits = new HashMap<>(retries);
        next.refused().forEach((node, refused) -> {
            if (!refused.isRetried() && refused.since().equals(now))
                waits.put(node, policy.after(retries.getOrDefault(node, RetryState.NEW),
                        FailedAttempt.of(RetryReason.REFUSED, reason.code()), now));
        });
        return new RejectedRoutes(next, waits, limit, Optional.empty(), counted);
    }

    /** Records a write that Azure has accepted. */
    public RejectedRoutes accepted(Operation operation, Instant now) {
        RefusedWrites left = attempts.accepted(operation.target());
        return new RejectedRoutes(
                search.accepted(RouteWrite.of(operation).keys(), now, forSearch(left, operation.target(), now)),
                retries, limit, Optional.empty(), left);
    }

    /** After the search there must be enough left to write those that were not refused. */
    private static int forSearch(RefusedWrites attempts, ArmId table, Instant now) {
        return attempts.left(table, now) - FOR_WRITES;
    }

    /** Nodes get no route because the table is full. */
    public RejectedRoutes full(Instant now) {
        return new RejectedRoutes(search, retries, limit.reached(now), table, attempts);
    }

    /** Nothing is left to be written for those that are tried now: others have their turn. */
    public RejectedRoutes next() {
        return with(search.next());
    }

    /** Whether others wait for their turn. */
    public boolean isSearching() {
        return !search.waiting().isEmpty();
    }

    /** These nodes changed: those that are refused are due. */
    public RejectedRoutes changed(Collection<String> nodes) {
        Map<String, RetryState> rest = Copies.without(retries, nodes);
        return rest.size() == retries.size() ? this : new RejectedRoutes(search, rest, limit, table, attempts);
    }

    /**
     * Forgets nodes that are gone and what is over, and tries the refused node again that was tried least recently, of
     * those that are due.
     */
    public RejectedRoutes at(ClusterState cluster, Instant now) {
        if (this.equals(NONE))
            return this;
        Set<String> names = new HashSet<>(Set.of(Constraints.TAGS));
        cluster.nodes().forEach(node -> names.add(node.name()));
        RefusalSearch next = search.keeping(names::contains);
        Optional<String> due = next.nextRetry(node -> retries.getOrDefault(node, RetryState.NEW).isDue(now));
        if (due.isPresent() && waits(FOR_RETRIES, now).isEmpty())
            next = next.retrying(Set.of(due.get()), now);
        return new RejectedRoutes(next, Copies.retained(retries, next.refused().keySet()), limit.at(now), table,
                attempts.recovered(now));
    }

    /** What a plan has to leave out. */
    public Constraints constraints(Instant now) {
        Map<String, Withheld> withheld = new HashMap<>();
        Withheld waiting = waiting(now);
        search.allWaiting().forEach(node -> withheld.put(node, waiting));
        search.refused().forEach((node, refused) -> {
            if (!refused.isRetried() || search.isWaiting(node))
                withheld.put(node, refusal(refused.reason()));
        });
        return new Constraints(withheld, limit.routes());
    }

    private Withheld waiting(Instant now) {
        if (table.isPresent())
            return refusal(table.get());
        return new Withheld(RouteReason.NOT_TRIED_YET,
                "waits until the routes that Azure refuses are found, which takes a few writes"
                        + waits(FOR_WRITES, now).map(at -> "; the next one is at " + at.truncatedTo(ChronoUnit.SECONDS))
                                .orElse(""),
                waits(FOR_WRITES, now).isEmpty());
    }

    private static Withheld refusal(Outcome.Rejected reason) {
        RouteReason why = RouteReason.ofOutcome(reason);
        return new Withheld(why, "Azure refuses it: " + reason.problem(), false);
    }

    /** Until when this write has to wait, because too many were refused lately. */
    public Optional<Instant> waits(Operation operation, Instant now) {
        RouteWrite write = RouteWrite.of(operation);
        return waits(write.nodes().isEmpty() && !write.tags() ? FOR_REMOVALS : FOR_WRITES, now);
    }

    /** Whether routes are not written for now, because too many writes were refused. */
    public boolean isWaiting(Instant now) {
        return waits(FOR_WRITES, now).isPresent();
    }

    private Optional<Instant> waits(int needed, Instant now) {
        return attempts.resources().stream().findFirst().flatMap(id -> attempts.waits(id, needed, now));
    }

    public boolean isRefused(String node) {
        return search.refused().containsKey(node);
    }

    /** When a node is tried, and after what. */
    public record Attempt(String after, Instant at) {}

    /** The next attempt for a node that is refused or waits; empty for any other. */
    public Optional<Attempt> nextAttempt(String node, Instant now) {
        if (search.isWaiting(node))
            return Optional.of(new Attempt("the search for the routes that Azure refuses",
                    waits(FOR_WRITES, now).orElse(now)));
        return search.of(node).map(refused -> {
            Instant due = retries.getOrDefault(node, RetryState.NEW).dueAt().orElse(now);
            Instant free = waits(FOR_RETRIES, now).orElse(now);
            return new Attempt(refused.reason().problem(), due.isAfter(free) ? due : free);
        });
    }

    /** The next moments at which something can be tried. */
    public List<Instant> due(Instant now) {
        List<Instant> moments = new ArrayList<>();
        waits(FOR_WRITES, now).ifPresent(moments::add);
        waits(FOR_RETRIES, now).ifPresent(moments::add);
        retries.values().forEach(each -> each.dueAt().ifPresent(moments::add));
        moments.add(limit.until());
        return moments;
    }

    private RejectedRoutes with(RefusalSearch next) {
        return new RejectedRoutes(next, retries, limit, table, attempts);
    }
}
