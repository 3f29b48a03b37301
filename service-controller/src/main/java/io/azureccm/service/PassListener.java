package io.azureccm.service;

import java.time.Duration;

/** Hears of what passes took. */
public interface PassListener {
    PassListener NONE = new PassListener() {
        @Override
        public void synced(int services, int failed, Duration took) {}

        @Override
        public void planned(Duration took) {}
    };

    /**
     * Other nodes take traffic than before. {@code services}: how many have a load balancer; {@code failed}: how many of them did
     * not get there; how long the pass took.
     */
    void synced(int services, int failed, Duration took);

    /** How long a pass took to plan, all of its plans together, without what was read and written in between. */
    void planned(Duration took);
}
