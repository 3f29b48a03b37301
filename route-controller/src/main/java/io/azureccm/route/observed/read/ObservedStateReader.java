package io.azureccm.route.observed.read;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import io.azureccm.route.observed.ObservedState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the route table. Its state may be as old as the cloud config allows; own writes are visible immediately. */
public final class ObservedStateReader {
    /**
     * A reading is valid for at least this long after its end, whatever the maximum age and however long it took, so
     * that a plan can use it.
     */
    private static final Duration MIN_AGE = Duration.ofSeconds(1);
    private static final Duration ANY_AGE = Duration.ofDays(1);

    private final ObservedStore store;
    private final ArmId table;
    private final Duration maxAge;
    private final InstantSource clock;
    private final NetworkReader networks;
    private volatile Instant lastRead = Instant.EPOCH;

    public ObservedStateReader(ObservedStore store, ArmId table, Duration maxAge, InstantSource clock) {
        this.store = store;
        this.table = table;
        this.maxAge = maxAge;
        this.clock = clock;
        this.networks = new NetworkReader(store);
    }

    /** The last observed table, without a call; empty if it is too old, or cannot be read. */
    public Optional<ObservedState> known() {
        boolean justRead = !Duration.between(lastRead, clock.instant()).minus(MIN_AGE).isPositive();
        return store.known(List.of(Read.get(table, justRead ? ANY_AGE : maxAge)))
                .filter(snapshot -> snapshot.of(Read.get(table, maxAge)).unreadable().isEmpty())
                .map(snapshot -> new ObservedState(snapshot.get(table), snapshot.ageMillis(clock.instant()), Map.of(),
                        networks.known(snapshot.get(table))));
    }

    /** How far an answer of Azure may lag behind the actual state. */
    public Duration settle() {
        return store.settle();
    }

    /**
     * Reads the table from Azure and returns when the read has ended. Fails, too, if there is a table that cannot be read: nothing may be
     * planned as if there were none.
     */
    public void readAnew() {
        store.invalidate(table);
        store.read(Read.get(table, maxAge)).unreadable().values().forEach(unreadable -> {
            throw new ArmException(unreadable, unreadable.describe(), "");
        });
        lastRead = clock.instant();
    }

    /**
     * Reads the virtual networks of the last observed table; {@code outside}: the addresses of nodes because of which
     * they are read.
     */
    public void readNetwork(Set<String> outside) throws InterruptedException {
        Optional<Snapshot> known = store.known(List.of(Read.get(table, ANY_AGE)));
        if (known.isPresent())
            networks.read(known.get().get(table), outside, clock.instant());
    }

    /** The known state may be outdated and has to be read again. */
    public void forget() {
        store.invalidate(table);

    }
}
