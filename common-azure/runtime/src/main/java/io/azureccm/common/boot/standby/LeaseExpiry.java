package io.azureccm.common.boot.standby;

import io.azureccm.common.kube.leader.LeaseObservation;
import io.azureccm.common.kube.leader.LeaseRecord;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides when the app has to start. A lease that nobody holds may be taken at once. While a holder renews its lease, which
 * it does every two or three seconds, nothing happens; once it has not for a third of the lease's duration, the app starts,
 * so that it is ready when the lease expires. Time is that of the machine's monotonic clock, and never that of the record.
 */
final class LeaseExpiry {
    private static final int PART = 3;

    private final Duration usualDuration;
    private final Duration patience;
    private Optional<LeaseObservation> seen;

    /**
     * {@code before} is what this process saw when it was the app; {@code usualDuration} is for a lease that names none. A
     * holder is given {@code patience} at least: two of its attempts to renew the lease may be late.
     */
    LeaseExpiry(Duration usualDuration, Duration patience, Optional<LeaseObservation> before) {
        this.usualDuration = usualDuration;
        this.patience = patience;
        this.seen = before;
    }

    /** Takes in what the API answered now; an absent lease is empty. Why the app has to start; empty if it has not. */
    Optional<String> observe(Optional<LeaseRecord> response, long nanoTime) {
        if (response.isEmpty()) {
            seen = Optional.empty();
            return Optional.of("it does not exist");
        }
        LeaseRecord now = response.get();
        seen = seen.filter(known -> known.record().equals(now))
                .or(() -> Optional.of(new LeaseObservation(now, nanoTime)));
        if (now.holder().isEmpty())
            return Optional.of("nobody holds it");
        Duration unchanged = Duration.ofNanos(nanoTime - seen.get().since());
        return unchanged.compareTo(limit(now)) < 0
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "%s has not renewed it for %.1f s", now.holder(),
                        unchanged.toMillis() / 1000.0));
    }

    private Duration limit(LeaseRecord record) {
        Duration duration = record.leaseDurationSeconds() > 0
                ? Duration.ofSeconds(record.leaseDurationSeconds())
                : usualDuration;
        Duration part = duration.dividedBy(PART);
        return part.compareTo(patience) < 0 ? patience : part;
    }

    Optional<LeaseObservation> seen() {
        return seen;
    }

    String holder() {
        return seen.map(known -> known.record().holder()).orElse("");
    }
}
