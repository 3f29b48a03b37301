package io.azureccm.service;

import java.time.Duration;

/** Hears of what passes took. */
public interface PassListener {
    PassListener NONE = new PassListener() {
        @Override
        public void synced(int services, int failed, Duration took) {}

        @Override
        public void planned(Duration took) {}

        @Override
        public void ended(ServiceSync sync, Duration took, boolean failed) {}

        @Override
        public void converged(Duration took) {}
    };

    /**
     * Other nodes take traffic than before. {@code services}: how many have a load balancer; {@code failed}: how many of them did
     * not get there; how long the pass took.
     */
    void synced(int services, int failed, Duration took);

    /** How long a pass took to plan, all of its plans together, without what was read and written in between. */
    void planned(Duration took);

    /** What a pass did for one Service, and how long the pass took. */
    void ended(ServiceSync sync, Duration took, boolean failed);

    /** A Service is served as its user asked for so long ago. */
    void converged(Duration took);
}
