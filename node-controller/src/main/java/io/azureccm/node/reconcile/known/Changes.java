package io.azureccm.node.reconcile.known;

import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.reconcile.BatchWindow;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The names of changed nodes that are not planned yet, and the window that collects such changes. */
public record Changes(Set<String> names, Optional<BatchWindow> window) {
    public static final Changes NONE = new Changes(Set.of(), Optional.empty());

    public Changes {
        names = Set.copyOf(names);
    }

    public Changes and(Set<String> more, Instant now) {
        if (more.isEmpty())
            return this;
        return new Changes(Copies.with(names, more), Optional.of(
                window.map(open -> open.changed(now)).orElseGet(() -> BatchWindow.opened(now))));
    }

    public boolean isClosed(NodeTiming timing, Instant now) {
        return window.filter(open -> !open.closes(timing.window()).isAfter(now)).isPresent();
    }

    /** When the collected changes are planned. */
    public Instant closes(NodeTiming timing) {
        return window.map(open -> open.closes(timing.window())).orElse(Instant.MAX);
    }
}
