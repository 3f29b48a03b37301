package io.azureccm.node.observed;

import java.time.Instant;
import java.util.Optional;

/**
 * What has been seen of a node so far: since when it is known, since when its Ready condition is what it is, whether it ever
 * was ready, and what came of looking for its machine.
 */
public record NodeHistory(Instant known, Instant turned, boolean everReady, boolean nameUsedBefore, Search search) {
    /**
     * {@code absent} is when the first list that did not show the machine was asked for, without one in between that did;
     * {@code tried} is when the newest list that did not do was asked for; {@code looks} counts the looks at a node that is
     * not ready, and {@code due} is when the next one is.
     */
    public record Search(Optional<Instant> absent, Instant tried, int looks, Instant due) {
        static final Search NONE = new Search(Optional.empty(), Instant.EPOCH, 0, Instant.EPOCH);
    }

    /** {@code nameUsedBefore}: a node of that name was there before, so that an older list may show its machine. */
    public static NodeHistory from(Instant now, boolean ready, boolean nameUsedBefore) {
        return new NodeHistory(now, now, ready, nameUsedBefore, Search.NONE);
    }

    /** The Ready condition has become another one. */
    public NodeHistory turned(boolean ready, Instant now) {
        return new NodeHistory(known, now, everReady || ready, nameUsedBefore, Search.NONE);
    }

    /** True when this is what was seen since the other began. */
    public boolean isSinceThen(NodeHistory other) {
        return known.equals(other.known) && turned.equals(other.turned);
    }

    public NodeHistory found() {
        return with(new Search(Optional.empty(), search.tried, search.looks, search.due));
    }

    /** A list asked for at this moment did not show the machine. */
    public NodeHistory missed(Instant asOf) {
        return with(new Search(search.absent.or(() -> Optional.of(asOf)), later(asOf), search.looks, search.due));
    }

    /** The machine was seen in a list asked for at this moment, but not all that is needed. */
    public NodeHistory incomplete(Instant asOf) {
        return with(new Search(Optional.empty(), later(asOf), search.looks, search.due));
    }

    /** A look at the machine ended well; the next one is due then. */
    public NodeHistory looked(Instant next) {
        return with(new Search(search.absent, search.tried, search.looks + 1, next));
    }

    /** The next look is due then. */
    public NodeHistory due(Instant next) {
        return with(new Search(search.absent, search.tried, search.looks, next));
    }

    private NodeHistory with(Search next) {
        return new NodeHistory(known, turned, everReady, nameUsedBefore, next);
    }

    private Instant later(Instant asOf) {
        return asOf.isAfter(search.tried) ? asOf : search.tried;
    }
}
