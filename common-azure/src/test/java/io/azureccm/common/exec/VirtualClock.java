package io.azureccm.common.exec;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it; as a pause it moves itself and remembers by how much. */
public final class VirtualClock extends Clock implements ConvergenceLoop.Pause {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final List<Duration> pauses = new ArrayList<>();

    public void advance(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    @Override
    public void pause(Duration duration) {
        pauses.add(duration);
        advance(duration);
    }

    List<Duration> pauses() {
        return List.copyOf(pauses);
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
