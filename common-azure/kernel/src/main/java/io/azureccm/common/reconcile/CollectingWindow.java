package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * Collects changes for one write: the window closes when nothing has changed for {@code idle}, at the latest {@code most}
 * after the first change. A burst becomes few writes, and no change waits longer than {@code most}.
 */
public record CollectingWindow(Instant first, Instant last) {
    /** How long a window stays open after a change, and in total. */
    public record Settings(Duration idle, Duration most) {}

    public static CollectingWindow opened(Instant now) {
        return new CollectingWindow(now, now);
    }

    public CollectingWindow changed(Instant now) {
        return new CollectingWindow(first, now);
    }

    public Instant closes(Settings settings) {
        Instant quiet = last.plus(settings.idle());
        Instant latest = first.plus(settings.most());
        return quiet.isBefore(latest) ? quiet : latest;
    }
}
