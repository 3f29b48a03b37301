package io.azureccm.service.spec;

import io.azureccm.common.core.draining.DrainReason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A node that gets no new connections now. {@code since}: from when on; {@code until}: when it leaves the pools, empty for one that stays
 * in them.
 */
public record NodeDrain(String node, DrainReason reason, Instant since, Optional<Instant> until) {
    /** "ClusterAutoscaler since ..., leaves its pools at ...", for people. */
    public String describe() {
        return reason.word() + " since " + since.truncatedTo(ChronoUnit.SECONDS)
                + until.map(at -> ", leaves its pools at " + at.truncatedTo(ChronoUnit.SECONDS)).orElse("");
    }
}
