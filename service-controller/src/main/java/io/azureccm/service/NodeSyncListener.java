package io.azureccm.service;

import java.time.Duration;

/** Hears of each pass after which other nodes take traffic than before. */
@FunctionalInterface
public interface NodeSyncListener {
    NodeSyncListener NONE = (services, failed, took) -> {};

    /** {@code services}: how many have a load balancer; {@code failed}: how many of them did not get there; how long it took. */
    void synced(int services, int failed, Duration took);
}
