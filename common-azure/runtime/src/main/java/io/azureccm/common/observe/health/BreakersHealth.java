package io.azureccm.common.observe.health;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Always up, since a breaker is a protection: details name the kinds of calls that are currently suspended. */
public final class BreakersHealth extends AbstractHealthIndicator {
    private final Supplier<List<String>> suspended;

    public BreakersHealth(Supplier<List<String>> suspended) {
        this.suspended = suspended;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        health.up().withDetail("suspended", suspended.get());
    }
}
