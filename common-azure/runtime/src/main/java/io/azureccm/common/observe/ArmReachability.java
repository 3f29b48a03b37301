package io.azureccm.common.observe;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.resilience.ArmCall;
import io.azureccm.common.resilience.ArmCallListener;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines from the calls that are made anyway whether ARM is reachable, accepts the token and allows reads. An error about
 * one resource (a conflict, a bad request, throttling) does not count against that.
 */
public final class ArmReachability implements ArmCallListener {
    /** {@code up} is empty before the first call has ended; {@code problem} is one line, "" if up. */
    public record Reach(Optional<Boolean> up, String problem, Instant since, Instant lastCall) {
        public boolean isDown() {
            return up.isPresent() && !up.get();
        }
    }

    private static final Logger log = LoggerFactory.getLogger(ArmReachability.class);

    private final InstantSource clock;
    private Reach reach;

    public ArmReachability(InstantSource clock) {
        this.clock = clock;
        Instant now = clock.instant();
        this.reach = new Reach(Optional.empty(), "no call to ARM has been made yet", now, now);
    }

    public synchronized Reach reach() {
        return reach;
    }

    /** Reports a problem before a call can be made: no usable config, an unknown endpoint. */
    public synchronized void unusable(String problem) {
        set(false, problem);
    }

    @Override
    public synchronized void ended(Ended call) {
        Optional<ArmException> error = call.error();
        if (error.isEmpty()) {
            set(true, "");
            return;
        }
        switch (evidence(call.call(), error.get())) {
            case ANSWERS -> set(true, "");
            case DOWN -> set(false, error.get().getMessage());
            case INCONCLUSIVE -> reach = new Reach(reach.up(), reach.problem(), reach.since(), clock.instant());
        }
    }

    private enum Evidence {
        ANSWERS, DOWN, INCONCLUSIVE
    }

    private static Evidence evidence(ArmCall call, ArmException error) {
        return switch (error.kind()) {
            case NOT_FOUND, CONFLICT, BUSY, REJECTED, UNREADABLE -> Evidence.ANSWERS;
            case THROTTLED -> Evidence.INCONCLUSIVE;
            case UNAUTHENTICATED, UNAVAILABLE -> Evidence.DOWN;
            // The roles of this suite need not allow reading the resource group itself: a 403 there is a response.
            case FORBIDDEN -> call.verb().isRead() && !isResourceGroup(call) ? Evidence.DOWN : Evidence.ANSWERS;
            case UNKNOWN -> call.verb().isRead() ? Evidence.DOWN : Evidence.INCONCLUSIVE;
        };
    }

    private static boolean isResourceGroup(ArmCall call) {
        return !call.target().toString().toLowerCase(java.util.Locale.ROOT).contains("/providers/");
    }

    private void set(boolean up, String problem) {
        Instant now = clock.instant();
        boolean same = reach.up().equals(Optional.of(up));
        if (up && reach.isDown()) {
            log.info("Azure responds again");
        } else if (!up && !problem.equals(reach.problem())) {
            log.warn("Azure is not usable, retrying: {}", problem);
        }
        reach = new Reach(Optional.of(up), problem, same ? reach.since() : now, now);
    }
}
