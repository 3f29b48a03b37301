package io.azureccm.common.kube.event;

import java.time.Duration;

/**
 * How events are aggregated; the defaults are those of client-go.
 *
 * @param similar       how many events that differ only in their message are written before they are combined
 * @param similarWindow a pause this long between similar events ends the combining
 * @param burst         events about one object by one component at once
 * @param refill        one more event about it per this time
 * @param repeats       when a lasting event is recorded again; client-go leaves that to its callers
 * @param queued        notes that may wait to be written; more are dropped
 * @param remembered    objects and series remembered
 */
public record EventSettings(int similar, Duration similarWindow, int burst, Duration refill, RepeatSchedule repeats,
        int queued,
        int remembered) {
    public static final EventSettings DEFAULTS = new EventSettings(10, Duration.ofMinutes(10), 25,
            Duration.ofMinutes(5), RepeatSchedule.DEFAULT, 1000, 4096);
}
