package io.azureccm.route.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.Read;
import io.azureccm.route.observed.ObservedState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the route table; what is known of it may be as old as the cloud config allows, and own writes show at once. */
public final class ObservedStateReader {
    /** A reading is good for so long after its end, however little age is allowed and however long it took: it has to be planned with. */
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration ANY_AGE = Duration.ofDays(1);

    private final ObservedStore store;
    private final ArmId table;
    private final Duration maxAge;
    private final InstantSource clock;
    private volatile Instant lastRead = Instant.EPOCH;

    public ObservedStateReader(ObservedStore store, ArmId table, Duration maxAge, InstantSource clock) {
        this.store = store;
        this.table = table;
        this.maxAge = maxAge;
        this.clock = clock;
    }

    /** The table as last observed, without a call; empty when that is older than it may be. */
    public Optional<ObservedState> known() {
        boolean justRead = !Duration.between(lastRead, clock.instant()).minus(LEAST).isPositive();
        return store.known(List.of(Read.get(table, justRead ? ANY_AGE : maxAge)))
                .map(snapshot -> new ObservedState(snapshot.get(table), snapshot.ageMillis(clock.instant()), Map.of()));
    }

    /** How old, by what it shows, an answer of Azure is taken to be at most. */
    public Duration settle() {
        return store.settle();
    }

    /** Asks Azure, and returns when it has answered. */
    public void readAnew() {
        store.invalidate(table);
        store.take(List.of(Read.get(table, maxAge)));
        lastRead = clock.instant();
    }

    /** What was known may not hold any more: it has to be read. */
    public void forget() {
        store.invalidate(table);

    }
}
