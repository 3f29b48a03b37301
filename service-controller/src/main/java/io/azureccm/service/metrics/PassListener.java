package io.azureccm.service.metrics;

import io.azureccm.common.core.Refusal;
import java.time.Duration;
import java.util.List;

/** Hears of what passes took and found. */
public interface PassListener {
    PassListener NONE = new PassListener() {
    };

    /**
     * Other nodes take traffic than before. {@code services}: how many have a load balancer; {@code failed}: how many of them did
     * not get there; how long the pass took.
     */
    default void synced(int services, int failed, Duration took) {}

    /** How long a pass took to plan, all of its plans together, without what was read and written in between. */
    default void planned(Duration took) {}

    /** All that the last plan of a pass refused, old and new. */
    default void refused(List<Refusal> refusals) {}

    /** This instance does not lead any more: others make the plans. */
    default void follows() {}

    /** What a pass did for one Service, and how long the pass took. */
    default void ended(ServiceSync sync, Duration took, boolean failed) {}

    /** A Service is served as its user asked for so long ago. */
    default void converged(Duration took) {}

    /** A plan puts right so much that nobody asked for and that was not found before; 0 for most plans. */
    default void drifted(int changes) {}
}
