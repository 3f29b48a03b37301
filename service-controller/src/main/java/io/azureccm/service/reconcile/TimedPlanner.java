package io.azureccm.service.reconcile;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.drift.InPlace;
import io.azureccm.service.metrics.PassListener;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.context.ClusterState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Tells how long the plans of each pass take to make, and what they refuse. For one thread. */
public final class TimedPlanner {
    private final ServicePlanner planner;
    private final PassListener listener;
    private final InstantSource clock;
    private Duration took = Duration.ZERO;
    private boolean planned;

    public TimedPlanner(ServicePlanner planner, PassListener listener, InstantSource clock) {
        this.planner = planner;
        this.listener = listener;
        this.clock = clock;
    }

    ServicePlan plan(ObservedState observedState, ClusterState clusterState, InPlace inPlace) {
        Instant begun = clock.instant();
        ServicePlan plan = planner.plan(observedState, clusterState, inPlace);
        took = took.plus(Duration.between(begun, clock.instant()));
        planned = true;
        return plan;
    }

    /** A plan has so many changes that nobody asked for. */
    void found(int drift) {
        listener.drifted(drift);
    }

    /** What the last plan of a pass refused. */
    void refused(List<Refusal> refusals) {
        listener.refused(refusals);
    }

    /** The pass is over; one that could not plan, because something could not be read, is not told of. */
    void passEnded() {
        if (planned)
            listener.planned(took);
        took = Duration.ZERO;
        planned = false;
    }
}
