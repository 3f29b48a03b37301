package io.azureccm.common.kube.event;

import java.time.Duration;
import java.util.List;

/**
 * When an event whose cause lasts is recorded again: at these times after the first one, then at a fixed interval. The API
 * server keeps an event for an hour after its last write by default, so pauses must be well below that.
 *
 * @param after times after the first event, ascending
 * @param every the interval after the last of these
 */
public record RepeatSchedule(List<Duration> after, Duration every) {
    /**
     * The second event follows soon, since event times are whole seconds: a client that looks for events after a change may
     * have missed the first one, of the same second.
     */
    public static final RepeatSchedule DEFAULT = new RepeatSchedule(List.of(Duration.ofSeconds(8),
            Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15), Duration.ofMinutes(30)),
            Duration.ofMinutes(40));

    public RepeatSchedule {
        after = List.copyOf(after);
    }

    /** The pause after the event was recorded {@code times} times, at least 1. */
    Duration pauseAfter(int times) {
        if (times > after.size())
            return every;
        Duration before = times == 1 ? Duration.ZERO : after.get(times - 2);
        return after.get(times - 1).minus(before);
    }
}
