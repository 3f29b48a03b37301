package io.azureccm.common.observe.health;

import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.reconcile.LoopStats;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Readiness: down with the cause after three failed turns in a row, until turns succeed again. Not part of liveness: the loop already starts
 * over after each failure, with what it reads anew, and a new process would meet the same data.
 */
public final class TurnsHealth extends AbstractHealthIndicator {
    private static final int FAILURES = 3;

    private final Supplier<ControllerState> state;

    public TurnsHealth(Supplier<ControllerState> state) {
        this.state = state;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        LoopStats.Failing failing = state.get()
                .work()
                .loop()
                .map(LoopStats::failing)
                .orElse(LoopStats.Failing.NONE);
        health.status(failing.inARow() < FAILURES ? "UP" : "DOWN").withDetail("failedInARow", failing.inARow());
        if (failing.inARow() > 0)
            health.withDetail("cause", failing.cause());
    }
}
