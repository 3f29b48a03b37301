package io.azureccm.node.reconcile;

import io.azureccm.common.reconcile.CollectingWindow;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The nodes that changed and were not looked at yet, by name, and the window in which such changes are collected. */
public record Changes(Set<String> names, Optional<CollectingWindow> window) {
    public static final Changes NONE = new Changes(Set.of(), Optional.empty());

    public Changes {
        names = Set.copyOf(names);
    }

    public Changes and(Set<String> more, Instant now) {
        if (more.isEmpty())
            return this;
        Set<String> all = new HashSet<>(names);
        all.addAll(more);
        return new Changes(all, Optional.of(
                window.map(open -> open.changed(now)).orElseGet(() -> CollectingWindow.opened(now))));
    }

    public boolean isClosed(Timing timing, Instant now) {
        return window.filter(open -> !open.closes(timing.window()).isAfter(now)).isPresent();
    }

    /** When they are looked at. */
    public Instant closes(Timing timing) {
        return window.map(open -> open.closes(timing.window())).orElse(Instant.MAX);
    }
}
