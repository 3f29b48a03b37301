package io.azureccm.service.metrics;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.core.draining.DrainReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Hears what planning and operations took, and what was found. */
public interface ReconcileListener {
    ReconcileListener NONE = new ReconcileListener() {
    };

    /**
     * Other nodes take traffic than before. {@code services}: how many have a load balancer; {@code failed}: how many of them did
     * not get there; how long it took from the change to the end.
     */
    default void synced(int services, int failed, Duration took) {}

    /** How long one plan took to make, without reads and writes. */
    default void planned(Duration took) {}

    /** All that the last plan refused, old and new. */
    default void refused(List<Refusal> refusals) {}

    /** How much of each limit of Azure is used, by what the last plan was made from. */
    default void limits(List<Headroom> all) {}

    /** This instance does not lead any more: others make the plans. */
    default void follows() {}

    /** What was done for one Service, and how long it took from the change to the end. */
    default void ended(ServiceSync sync, Duration took, boolean failed) {}

    /** So many nodes are drained for each reason. */
    default void draining(Map<DrainReason, Integer> nodes) {}

    /** A Service is served as its user asked for so long ago. */
    default void converged(Duration took) {}

    /** A plan puts right so much that nobody asked for and that was not found before; 0 for most plans. */
    default void drifted(int changes) {}
}
