package io.azureccm.node.observed;

import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.Optional;

/**
 * The history of a node: when it was first seen, when its Ready condition last changed, whether it was ever ready, the
 * machine that a list once showed for it, and the search for its machine so far.
 */
public record NodeHistory(Instant known, Instant turned, boolean everReady, boolean nameUsedBefore,
        Optional<ArmId> machine, Search search) {
    /**
     * {@code absent} is when the first list without the machine was requested, with no list in between that had it;
     * {@code tried} is when the newest insufficient list was requested; {@code checks} counts the checks of a node that
     * is not ready, and {@code due} is the time of the next check.
     */
    public record Search(Optional<Instant> absent, Instant tried, int checks, Instant due) {
        static final Search NONE = new Search(Optional.empty(), Instant.EPOCH, 0, Instant.EPOCH);
    }

    /**
     * {@code nameUsedBefore}: a node of the same name existed before, so an older list may show that node's machine.
     */
    public static NodeHistory from(Instant now, boolean ready, boolean nameUsedBefore) {
        return new NodeHistory(now, now, ready, nameUsedBefore, Optional.empty(), Search.NONE);
    }

    /** The Ready condition has changed. */
    public NodeHistory turned(boolean ready, Instant now) {
        return new NodeHistory(known, now, everReady || ready, nameUsedBefore, machine, Search.NONE);
    }

    /** True if this history continues the other one, without a new node or a change of readiness in between. */
    public boolean isSinceThen(NodeHistory other) {
        return known.equals(other.known) && turned.equals(other.turned);
    }

    /** A list showed this machine for the node. */
    public NodeHistory sighted(ArmId seen) {
        return new NodeHistory(known, turned, everReady, nameUsedBefore, Optional.of(seen), search);
    }

    /** The machine that an earlier history of the same node knew, if this one knows none. */
    public NodeHistory rememberingMachine(NodeHistory earlier) {
        return machine.isEmpty() && earlier.machine.isPresent() ? sighted(earlier.machine.get()) : this;
    }

    public NodeHistory found() {
        return with(new Search(Optional.empty(), search.tried, search.checks, search.due));
    }

    /** A list requested at this time did not contain the machine. */
    public NodeHistory missed(Instant asOf) {
        return with(new Search(search.absent.or(() -> Optional.of(asOf)), later(asOf), search.checks, search.due));
    }

    /** A list requested at this time contained the machine without all required data. */
    public NodeHistory incomplete(Instant asOf) {
        return with(new Search(Optional.empty(), later(asOf), search.checks, search.due));
    }

    /** Nothing known until then says whether the machine exists: only a list requested later may. */
    public NodeHistory unknown(Instant asOf) {
        return with(new Search(search.absent, later(asOf), search.checks, search.due));
    }

    /** A check of the machine succeeded; {@code next} is the time of the next one. */
    public NodeHistory checked(Instant next) {
        return with(new Search(search.absent, search.tried, search.checks + 1, next));
    }

    /** {@code next} is the time of the next check. */
    public NodeHistory due(Instant next) {
        return with(new Search(search.absent, search.tried, search.checks, next));
    }

    private NodeHistory with(Search next) {
        return new NodeHistory(known, turned, everReady, nameUsedBefore, machine, next);
    }

    private Instant later(Instant asOf) {
        return asOf.isAfter(search.tried) ? asOf : search.tried;
    }
}
