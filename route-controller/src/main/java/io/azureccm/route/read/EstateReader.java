package io.azureccm.route.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import io.azureccm.route.estate.RouteEstate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Reads the route table; what is known of it may be as old as the cloud config allows, and own writes show at once. */
public final class EstateReader {
    private final ObservedStore store;
    private final ArmId table;
    private final Duration maxAge;
    private final InstantSource clock;

    public EstateReader(ObservedStore store, ArmId table, Duration maxAge, InstantSource clock) {
        this.store = store;
        this.table = table;
        this.maxAge = maxAge;
        this.clock = clock;
    }

    public RouteEstate read() {
        Snapshot snapshot = store.take(List.of(Read.get(table, maxAge)));
        return new RouteEstate(snapshot.get(table), snapshot.ageMillis(clock.instant()), Map.of());
    }

    /** The next reading asks Azure: what was known may not hold any more. */
    public void forget() {
        store.invalidate(table);
    }
}
