package io.azureccm.service.lease;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.leader.LeaseRecord;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.kube.leader.StoredLease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease that serialises components which write to the same load balancers and scale sets: held while Azure is written to, renewed
 * meanwhile, released afterwards. All cloud controller managers share one holder name and do not exclude each other.
 */
public final class ResourceLease {
    public static final String NAMESPACE = "kube-system";
    public static final String NAME = "aks-managed-resource-locker";
    static final String HOLDER = "cloud-controller-manager";
    static final String PREVIOUS_HOLDER = "aks-managed-resource-locker-previous-holder";
    static final Duration DURATION = Duration.ofSeconds(900);
    /** No write starts within this time before expiry, because a write takes time. */
    private static final Duration MARGIN = Duration.ofSeconds(60);
    private static final String NOT_LOCKED = "failed due to fail to lock azure resources: ";
    private static final Logger log = LoggerFactory.getLogger(ResourceLease.class);

    /** The result of an attempt to acquire the lease. */
    public sealed interface Taking {
        /** The lease is held; {@code othersWrote}: another component held it before, so what is known of Azure may be outdated. */
        record Held(boolean othersWrote) implements Taking {}

        /** The lease is not held; nothing may be written. */
        record Refused(String problem) implements Taking {}
    }

    /** The same moment on both clocks. */
    private record Now(Instant wall, Instant steady) {}

    private final LeaseStore store;
    private final InstantSource clock;
    private final InstantSource wall;
    private StoredLease held;
    private volatile Instant safeUntil = Instant.MIN;

    /**
     * {@code clock} measures how long the lease is valid; the timestamps in the lease, which other components read, come from {@code wall}.
     */
    public ResourceLease(LeaseStore store, InstantSource clock, InstantSource wall) {
        this.store = store;
        this.clock = clock;
        this.wall = wall;
    }

    /** Acquires the lease if it is free, expired or already held. Never throws because of an API error. */
    public synchronized Taking take() {
        try {
            Optional<StoredLease> found = store.read();
            return found.isPresent() ? take(found.get()) : create();
        } catch (RuntimeException unreachable) {
            return new Taking.Refused(NOT_LOCKED + unreachable.getMessage());
        }
    }

    /** Extends the lease. If that fails, it expires, and {@link #refusal} reports that in time. */
    public synchronized void renew() {
        if (held == null)
            return;
        try {
            Now now = now();
            Optional<StoredLease> renewed = renewed(held, now.wall()).or(() -> store.read()
                    .filter(lease -> lease.record().holder().equals(HOLDER))
                    .flatMap(lease -> renewed(lease, now.wall())));
            if (renewed.isPresent()) {
                hold(renewed.get(), now.steady());
            } else {
                log.warn("lease {} is held by another component, no further writes are sent", NAME);
                forget();
            }
        } catch (RuntimeException unreachable) {
            log.warn("could not renew lease {}, it stays valid until {}: {}", NAME, safeUntil,
                    unreachable.getMessage());
        }
    }

    /** Releases the lease, with the last holder recorded in it. A lease that cannot be released expires. */
    public synchronized void release() {
        if (held == null)
            return;
        forget();
        try {
            store.read().filter(lease -> lease.record().holder().equals(HOLDER)).ifPresent(lease -> {
                ObjectNode object = lease.object().deepCopy();
                object.withObjectProperty("metadata").withObjectProperty("annotations").put(PREVIOUS_HOLDER, HOLDER);
                LeaseRecord last = lease.record();
                store.update(new StoredLease(last, object), new LeaseRecord("", last.leaseDurationSeconds(),
                        last.acquireTime(), now().wall(), last.transitions()));
            });
        } catch (RuntimeException unreachable) {
            log.warn("could not release lease {}, other components wait until it expires: {}", NAME,
                    unreachable.getMessage());
        }
    }

    /** Why nothing may be written now; empty while the lease is held. */
    public Optional<String> refusal() {
        return clock.instant().isBefore(safeUntil)
                ? Optional.empty()
                : Optional.of(NOT_LOCKED + "lease " + NAME + " expired or was taken");
    }

    private Taking take(StoredLease found) {
        LeaseRecord known = found.record();
        Now now = now();
        boolean ours = known.holder().isEmpty() || known.holder().equals(HOLDER);
        Instant end = known.renewTime().plusSeconds(known.leaseDurationSeconds());
        if (!ours && now.wall().isBefore(end)) {
            return new Taking.Refused(NOT_LOCKED + "lease " + NAMESPACE + "/" + NAME + " is held by "
                    + known.holder() + " until " + end);
        }
        String previous = found.object().path("metadata").path("annotations").path(PREVIOUS_HOLDER).asText(HOLDER);
        int transitions = known.transitions() + (known.holder().equals(HOLDER) ? 0 : 1);
        return store.update(found, record(now.wall(), now.wall(), transitions))
                .<Taking>map(lease -> taken(lease, now.steady(), !ours || !previous.equals(HOLDER)))
                .orElseGet(ResourceLease::outrun);
    }

    private Taking create() {
        Now now = now();
        return store.create(record(now.wall(), now.wall(), 0))
                .<Taking>map(lease -> taken(lease, now.steady(), false))
                .orElseGet(ResourceLease::outrun);
    }

    private Optional<StoredLease> renewed(StoredLease lease, Instant now) {
        return store.update(lease, record(lease.record().acquireTime(), now, lease.record().transitions()));
    }

    private Taking taken(StoredLease lease, Instant since, boolean othersWrote) {
        hold(lease, since);
        return new Taking.Held(othersWrote);
    }

    private void hold(StoredLease lease, Instant since) {
        held = lease;
        safeUntil = since.plus(DURATION).minus(MARGIN);
    }

    private void forget() {
        held = null;
        safeUntil = Instant.MIN;
    }

    private static Taking outrun() {
        return new Taking.Refused(NOT_LOCKED + "another component just took lease " + NAMESPACE + "/" + NAME);
    }

    private Now now() {
        return new Now(wall.instant().truncatedTo(ChronoUnit.MICROS), clock.instant());
    }

    private static LeaseRecord record(Instant acquired, Instant renewed, int transitions) {
        return new LeaseRecord(HOLDER, (int) DURATION.toSeconds(), acquired, renewed, transitions);
    }
}
