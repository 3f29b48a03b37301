package io.azureccm.service.metrics;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.common.core.limit.Headroom;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Receives durations and findings of planning and operations. */
public interface ReconcileListener {
    ReconcileListener NONE = new ReconcileListener() {
    };

    /**
     * The members of load balancers changed. {@code services}: the number of Services with a load balancer; {@code failed}: how many of
     * them could not be updated; {@code took}: the time from the change to the end.
     */
    default void synced(int services, int failed, Duration took) {}

    /** The time to compute one plan, without reads and writes. */
    default void planned(Duration took) {}

    /** All refusals of the last plan, old and new. */
    default void refused(List<Refusal> refusals) {}

    /** How many Services each warning of the last plan is about, by reason. */
    default void warned(Map<String, Integer> services) {}

    /** How many resources are not written for now, because Azure has refused too many writes of them. */
    default void waiting(int resources) {}

    /** The usage of each Azure limit, as of the last plan. */
    default void limits(List<Headroom> all) {}

    /** This instance no longer leads, so other instances make the plans. */
    default void follows() {}

    /** The work for one Service ended; {@code took}: the time from the change to the end. */
    default void succeeded(ServiceSync sync, Duration took) {}

    /** The same if it failed. */
    default void failed(ServiceSync sync, Duration took) {}

    /** The number of drained nodes by reason. */
    default void draining(Map<DrainReason, Integer> nodes) {}

    /** A Service became fully served; {@code took}: the time since its first change. */
    default void converged(Duration took) {}

    /** The number of new drift changes that a plan corrects; 0 for most plans. */
    default void drifted(int changes) {}
}
