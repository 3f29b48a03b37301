package io.azureccm.node.reconcile.known;

import java.time.Duration;
import java.time.Instant;

/**
 * When a node is planned: at {@code dueAt}, but not before {@code notBefore}, when the watch has shown earlier writes.
 * {@code refresh}: its addresses are due, too. {@code changes}: until when its changes have used up their share, see
 * {@link #changed}.
 */
public record Schedule(Instant dueAt, Instant notBefore, boolean refresh, Instant changes) {
    /** Nothing is due. */
    public static final Schedule NONE = new Schedule(Instant.MAX, Instant.MIN, false, Instant.EPOCH);

    /** A joining node changes several times; each look at a node that changes all the time may read long lists. */
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Duration AT_ONCE = PAUSE.multipliedBy(9);

    public Schedule {
        // Earlier releases did not record it.
        changes = changes == null ? Instant.EPOCH : changes;
    }

    /** Everything is due at this time, also the addresses. */
    public static Schedule complete(Instant due) {
        return new Schedule(due, Instant.MIN, true, Instant.EPOCH);
    }

    public Schedule dueAt(Instant due) {
        return new Schedule(due, notBefore, refresh, changes);
    }

    public Schedule notBefore(Instant moment) {
        return new Schedule(dueAt, moment, refresh, changes);
    }

    public Schedule refreshing(boolean due) {
        return new Schedule(dueAt, notBefore, due, changes);
    }

    /** The node has been planned; nothing is due. */
    public Schedule planned() {
        return new Schedule(Instant.MAX, notBefore, false, changes);
    }

    /** The same for another node with this name, which has not changed yet. */
    public Schedule ofAnother() {
        return new Schedule(dueAt, notBefore, refresh, Instant.EPOCH);
    }

    /** The first ten changes are due at once, further ones of a node that does not come to rest every ten seconds. */
    public Schedule changed(Instant now) {
        Instant due = changeDue(now);
        return dueAt.isAfter(due)
                ? new Schedule(due, notBefore, refresh, earlier(later(changes, now), due.plus(AT_ONCE)).plus(PAUSE))
                : this;
    }

    /** When a change at this time is due; changes that were planned earlier, for another reason, delay it no further. */
    public Instant changeDue(Instant now) {
        return later(earlier(changes.minus(AT_ONCE), now.plus(PAUSE)), now);
    }

    public Instant next() {
        return later(dueAt, notBefore);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
