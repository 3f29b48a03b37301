package io.azureccm.common.kube.leader;

import io.azureccm.common.kube.client.KubeFailures;
import java.time.Duration;
import java.util.Optional;

/**
 * Looks at the lease of another program and says whether it is renewed, judged by how long this process saw it unchanged and never
 * by the times in it, so that clocks may differ. For one thread.
 */
public final class LeaseWatch {
    /** How a lease was seen. */
    public enum State {
        /** Not looked at yet, or held and not yet seen long enough to say whether it is renewed. */
        UNKNOWN,
        /** There is no such lease. */
        ABSENT,
        /** Nobody holds it. */
        RELEASED,
        /** Not renewed for as long as it holds. */
        EXPIRED,
        /** Seen to change. */
        RENEWED,
        /** The API does not show it. */
        UNREADABLE
    }

    /** A look at the lease: who holds it ("" for nobody), and why it could not be read ("" if it was), with the code of the answer. */
    public record Look(State state, String holder, String problem, int code) {
        public static final Look NONE = new Look(State.UNKNOWN, "", "", 0);

        /** True when no other program is at work by this lease. */
        public boolean isFree() {
            return state == State.ABSENT || state == State.RELEASED || state == State.EXPIRED;
        }

        /** Empty while that is not known. */
        public Optional<Boolean> isRenewed() {
            return isFree() ? Optional.of(false) : state == State.RENEWED ? Optional.of(true) : Optional.empty();
        }

        /** True when one is, or when nobody can tell. */
        public boolean isTaken() {
            return state == State.RENEWED || state == State.UNREADABLE;
        }
    }

    private final LeaseStore store;
    private final Duration usualDuration;
    private final LeaderClock clock;
    private final String url;
    private State state = State.UNKNOWN;
    private boolean looked;
    private LeaseRecord last;
    private LeaderClock.Moment unchangedSince;
    private LeaderClock.Moment failingSince;

    /** {@code usualDuration}: how long a lease holds that does not say so, and how long the API may fail before that counts. */
    public LeaseWatch(LeaseStore store, Duration usualDuration, LeaderClock clock, String url) {
        this.store = store;
        this.usualDuration = usualDuration;
        this.clock = clock;
        this.url = url;
    }

    /** Asks the API once. */
    public Look look() {
        Optional<StoredLease> found;
        try {
            found = store.read();
        } catch (RuntimeException failure) {
            return failed(failure);
        }
        failingSince = null;
        state = found.map(StoredLease::record).map(this::judge).orElse(State.ABSENT);
        last = found.map(StoredLease::record).orElse(null);
        looked = true;
        return new Look(state, last == null ? "" : last.holder(), "", 0);
    }

    private State judge(LeaseRecord record) {
        if (record.isFree())
            return State.RELEASED;
        if (!record.equals(last)) {
            unchangedSince = clock.now();
            return looked ? State.RENEWED : State.UNKNOWN;
        }
        return clock.sinceMonotonic(unchangedSince).compareTo(duration(record)) < 0 ? state : State.EXPIRED;
    }

    private Duration duration(LeaseRecord record) {
        return record.leaseDurationSeconds() > 0 ? Duration.ofSeconds(record.leaseDurationSeconds()) : usualDuration;
    }

    /** A refusal counts at once; an API that is away or busy may be back before long. */
    private Look failed(RuntimeException failure) {
        if (failingSince == null)
            failingSince = clock.now();
        int code = KubeFailures.code(failure);
        boolean refused = code == 401 || code == 403;
        boolean lasting = refused || clock.sinceMonotonic(failingSince).compareTo(usualDuration) >= 0;
        return new Look(lasting ? State.UNREADABLE : State.UNKNOWN, last == null ? "" : last.holder(),
                KubeFailures.describe(url, failure), code);
    }
}
