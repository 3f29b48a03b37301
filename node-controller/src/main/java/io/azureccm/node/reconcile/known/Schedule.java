package io.azureccm.node.reconcile.known;

import java.time.Instant;

/**
 * When a node is planned: at {@code dueAt}, but not before {@code notBefore}, when the watch has shown earlier writes.
 * {@code refresh}: its addresses are due, too.
 */
public record Schedule(Instant dueAt, Instant notBefore, boolean refresh) {
    /** Nothing is due. */
    public static final Schedule NONE = new Schedule(Instant.MAX, Instant.MIN, false);

    /** Everything is due at this time, also the addresses. */
    public static Schedule complete(Instant due) {
        return new Schedule(due, Instant.MIN, true);
    }

    public Schedule dueAt(Instant due) {
        return new Schedule(due, notBefore, refresh);
    }

    public Schedule notBefore(Instant moment) {
        return new Schedule(dueAt, moment, refresh);
    }

    public Schedule refreshing(boolean due) {
        return new Schedule(dueAt, notBefore, due);
    }

    /** The node has been planned; nothing is due. */
    public Schedule planned() {
        return new Schedule(Instant.MAX, notBefore, false);
    }

    public Instant next() {
        return dueAt.isBefore(notBefore) ? notBefore : dueAt;
    }
}
