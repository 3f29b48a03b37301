package io.azureccm.node.reconcile;

import java.time.Instant;

/**
 * When a node is planned: at {@code dueAt}, but not before {@code notBefore}, when the watch has shown earlier writes.
 * {@code refresh}: its addresses are due, too.
 */
record Schedule(Instant dueAt, Instant notBefore, boolean refresh) {
    static Schedule at(Instant due, boolean refresh) {
        return new Schedule(due, Instant.MIN, refresh);
    }

    Schedule dueAt(Instant due) {
        return new Schedule(due, notBefore, refresh);
    }

    Schedule notBefore(Instant moment) {
        return new Schedule(dueAt, moment, refresh);
    }

    Schedule refreshing(boolean due) {
        return new Schedule(dueAt, notBefore, due);
    }

    /** The node has been planned; nothing is due. */
    Schedule planned() {
        return new Schedule(Instant.MAX, notBefore, false);
    }

    Instant next() {
        return dueAt.isBefore(notBefore) ? notBefore : dueAt;
    }
}
