package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * Collects changes for one write: the window closes when nothing has changed for {@code idle}, at the latest {@code max}
 * after the first change. A burst becomes few writes, and no change waits longer than {@code max}.
 */
public record BatchWindow(Instant first, Instant last) {
    /** How long a window stays open after a change, and in total. */
    public record Settings(Duration idle, Duration max) {}

    public static BatchWindow opened(Instant now) {
        return new BatchWindow(now, now);
    }

    public BatchWindow changed(Instant now) {
        return new BatchWindow(first, now);
    }

    public Instant closes(Settings settings) {
        Instant quiet = last.plus(settings.idle());
        Instant latest = first.plus(settings.max());
        return quiet.isBefore(latest) ? quiet : latest;
    }
}
