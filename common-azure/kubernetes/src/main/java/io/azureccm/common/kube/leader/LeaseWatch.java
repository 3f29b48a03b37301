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
    private LeaseRecord last;
    private LeaderClock.Moment unchangedSince;
    private LeaderClock.Moment failingSince;

    /** {@code usualDuration}: the duration of a lease that specifies none, and how long the API may fail before that counts. */
    public LeaseWatch(LeaseStore store, Duration usualDuration, LeaderClock clock, String url) {
        this.store = store;
        this.usualDuration = usualDuration;
        this.clock = clock;
        this.url = url;
    }

    /** Takes over what a predecessor of this process saw of the lease. To be called before the first check. */
    public LeaseWatch knowing(LeaseObservation before) {
        last = before.record();
        unchangedSince = before.moment(clock.now().wall());
        return this;
    }

    /** What was seen of the lease, for a successor of this process; empty if nobody holds it. */
    public Optional<LeaseObservation> observation() {
        return last == null || last.isFree() || unchangedSince == null
                ? Optional.empty()
                : Optional.of(new LeaseObservation(last, unchangedSince.nanos()));
    }

    /** Sends one request to the API. */
    public Status check() {
        Optional<StoredLease> found;
        try {
            found = store.read();
        } catch (RuntimeException failure) {
            return failed(failure);
        }
        failingSince = null;
        state = found.map(StoredLease::record).map(this::judge).orElse(State.ABSENT);
        last = found.map(StoredLease::record).orElse(null);
        checked = true;
        return new Status(state, last == null ? "" : last.holder(), "", 0);
    }

    private State judge(LeaseRecord record) {
        if (record.isFree())
            return State.RELEASED;
        if (!record.equals(last)) {
            unchangedSince = clock.now();
            return checked ? State.RENEWED : State.UNKNOWN;
        }
        return clock.sinceMonotonic(unchangedSince).compareTo(duration(record)) < 0 ? state : State.EXPIRED;
    }

    private Duration duration(LeaseRecord record) {
        return record.leaseDurationSeconds() > 0 ? Duration.ofSeconds(record.leaseDurationSeconds()) : usualDuration;
    }

    /** A refusal counts at once; an API that is unreachable or busy may recover soon. */
    private Status failed(RuntimeException failure) {
        if (failingSince == null)
            failingSince = clock.now();
        int code = KubeFailures.code(failure);
        boolean refused = code == 401 || code == 403;
        boolean lasting = refused || clock.sinceMonotonic(failingSince).compareTo(usualDuration) >= 0;
        return new Status(lasting ? State.UNREADABLE : State.UNKNOWN, last == null ? "" : last.holder(),
                KubeFailures.describe(url, failure), code);
    }
}
