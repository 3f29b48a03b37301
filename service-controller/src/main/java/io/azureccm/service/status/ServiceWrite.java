package io.azureccm.service.status;

import java.time.Instant;
import java.util.Optional;

/**
 * How a write to a Service ended.
 *
 * @param problem the error if it failed
 * @param status the status that was written, if any; a write may fail after that
 * @param ended when the work began whose end an event has reported
 */
public record ServiceWrite(Optional<String> problem, Optional<StatusWrite> status, Optional<Instant> ended) {
    public static final ServiceWrite DONE = new ServiceWrite(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * What the turn that decided the result knew of the Service: it may have changed since.
     *
     * @param at when the result was decided
     * @param generation that of the spec that the result is about, if it has one
     * @param status a status that the watch may not show yet
     * @param began when work that has not ended began
     */
    public record Before(Instant at, Optional<Long> generation, Optional<StatusWrite> status,
            Optional<Instant> began) {}

    public static ServiceWrite failed(String problem) {
        return new ServiceWrite(Optional.of(problem), Optional.empty(), Optional.empty());
    }

    static ServiceWrite of(Optional<StatusWrite> status) {
        return new ServiceWrite(Optional.empty(), status, Optional.empty());
    }
}
