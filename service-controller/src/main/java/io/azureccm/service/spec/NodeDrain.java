package io.azureccm.service.spec;

import io.azureccm.common.core.draining.DrainReason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A node that currently gets no new connections. {@code since}: when the drain began; {@code until}: when the node leaves the pools, empty
 * if it stays in them.
 */
public record NodeDrain(String node, DrainReason reason, Instant since, Optional<Instant> until) {
    /** For messages: "ClusterAutoscaler since ..., leaves its pools at ...". */
    public String describe() {
        return reason.word() + " since " + since.truncatedTo(ChronoUnit.SECONDS)
                + until.map(at -> ", leaves its pools at " + at.truncatedTo(ChronoUnit.SECONDS)).orElse("");
    }
}
