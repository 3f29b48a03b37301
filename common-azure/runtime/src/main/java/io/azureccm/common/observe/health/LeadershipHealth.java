package io.azureccm.common.observe.health;

import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.observe.ControllerState;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Shows the leader. Always up and in no group, since a second instance is expected to stand by. */
public final class LeadershipHealth extends AbstractHealthIndicator {
    private final Supplier<ControllerState> state;
    private final Supplier<Removals> removals;

    /** {@code removals}: the removals of the last plan that are held because they exceed a limit. */
    public LeadershipHealth(Supplier<ControllerState> state, Supplier<Removals> removals) {
        this.state = state;
        this.removals = removals;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        ControllerState now = state.get();
        health.up()
                .withDetail("leading", now.leadership().leading())
                .withDetail("phase", now.phase())
                .withDetail("decidedBy", now.leadership().decidedBy())
                .withDetail("since", now.leadership().since().toString())
                .withDetail("holder", now.leadership().holder());
        now.leadership().problem().ifPresent(problem -> health.withDetail("problem", problem));
        now.leadership().others().holding().ifPresent(why -> health.withDetail("holding", why));
        Removals held = removals.get();
        if (!held.isEmpty())
            health.withDetail("removalsHeld", held.describe() + "; approve with " + held.hash());
        Map<String, String> leases = new TreeMap<>();
        now.leadership().others().leases().forEach(lease -> leases.put(lease.name(), lease.standing()));
        if (!leases.isEmpty()) {
            health.withDetail("otherLeases", leases);
        }
    }
}
