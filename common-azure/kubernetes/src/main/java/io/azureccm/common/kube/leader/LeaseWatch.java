package io.azureccm.common.kube.leader;

import io.azureccm.common.kube.client.KubeFailures;
import java.time.Duration;
import java.util.Optional;

/**
 * Checks whether the lease of another program is being renewed, judged by how long this process saw it unchanged and never by
 * the times in it, so clocks may differ. For use by one thread.
 */
public final class LeaseWatch {
    /** The observed state of a lease. */
    public enum State {
        /** Not checked yet, or held but not observed long enough to determine whether it is renewed. */
        UNKNOWN,
        /** The lease does not exist. */
        ABSENT,
        /** The lease has no holder. */
        RELEASED,
        /** Not renewed for its whole duration. */
        EXPIRED,
        /** Observed to change. */
        RENEWED,
        /** The lease cannot be read. */
        UNREADABLE,
        /** Leases of this name in other namespaces cannot be listed. */
        NOT_SEARCHED
    }

    /**
     * The result of a check: the holder ("" if none), and why the lease could not be read ("" if it was), with the code of
     * the response.
     */
    public record Status(State state, String holder, String problem, int code) {
        public static final Status NONE = new Status(State.UNKNOWN, "", "", 0);

        /** True if nothing shows that another program may be active. */
        public boolean isFree() {
            return state == State.ABSENT || state == State.RELEASED || state == State.EXPIRED
                    || state == State.NOT_SEARCHED;
        }

        /** Empty while that is unknown. */
        public Optional<Boolean> isRenewed() {
            if (state == State.NOT_SEARCHED)
                return Optional.empty();
            return isFree() ? Optional.of(false) : state == State.RENEWED ? Optional.of(true) : Optional.empty();
        }

        /** True if the lease is renewed, or if this cannot be determined. */
        public boolean isTaken() {
            return state == State.RENEWED || state == State.UNREADABLE;
        }
    }

    private final LeaseStore store;
    private final Duration usualDuration;
    private final LeaderClock clock;
    private final String url;
    private State state = State.UNKNOWN;
    private boolean checked;
    /** Null while the lease is not known to exist. */
    private LeaseObservation last;
    private Optional<Long> failingSince = Optional.empty();

    /** {@code usualDuration}: the duration of a lease that specifies none, and how long the API may fail before that counts. */
    public LeaseWatch(LeaseStore store, Duration usualDuration, LeaderClock clock, String url) {
        this.store = store;
        this.usualDuration = usualDuration;
        this.clock = clock;
        this.url = url;
    }

    /** Takes over what a predecessor of this process saw of the lease. To be called before the first check. */
    public LeaseWatch knowing(LeaseObservation before) {
        last = before;
        return this;
    }

    /** What was seen of the lease, for a successor of this process; empty if nobody holds it. */
    public Optional<LeaseObservation> observation() {
        return Optional.ofNullable(last).filter(seen -> !seen.record().isFree());
    }

    /** Sends one request to the API. */
    public Status check() {
        Optional<StoredLease> found;
        try {
            found = store.read();
        } catch (RuntimeException failure) {
            return failed(failure);
        }
        failingSince = Optional.empty();
        state = found.map(StoredLease::record).map(this::judge).orElse(State.ABSENT);
        if (found.isEmpty())
            last = null;
        checked = true;
        return new Status(state, holder(), "", 0);
    }

    private State judge(LeaseRecord record) {
        boolean same = last != null && record.equals(last.record());
        if (!same)
            last = new LeaseObservation(record, clock.now().nanos());
        if (record.isFree())
            return State.RELEASED;
        if (!same)
            return checked ? State.RENEWED : State.UNKNOWN;
        return clock.sinceNanos(last.since()).compareTo(duration(record)) < 0 ? state : State.EXPIRED;
    }

    private String holder() {
        return last == null ? "" : last.record().holder();
    }

    private Duration duration(LeaseRecord record) {
        return record.leaseDurationSeconds() > 0 ? Duration.ofSeconds(record.leaseDurationSeconds()) : usualDuration;
    }

    /** A refusal counts at once; an API that is unreachable or busy may recover soon. */
    private Status failed(RuntimeException failure) {
        long since = failingSince.orElseGet(() -> clock.now().nanos());
        failingSince = Optional.of(since);
        int code = KubeFailures.code(failure);
        boolean refused = code == 401 || code == 403;
        boolean lasting = refused || clock.sinceNanos(since).compareTo(usualDuration) >= 0;
        return new Status(lasting ? State.UNREADABLE : State.UNKNOWN, holder(),
                KubeFailures.describe(url, failure), code);
    }
}
