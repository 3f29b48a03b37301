package io.azureccm.common.observe.health;

import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetState;
import io.azureccm.common.resilience.budget.BudgetState.Bucket;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Always up, since waiting is normal: details name the limits that Azure has closed, those that are used up, and the waiting
 * calls.
 */
public final class BudgetHealth extends AbstractHealthIndicator {
    private final ArmBudget budget;

    public BudgetHealth(ArmBudget budget) {
        this.budget = budget;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        BudgetState state = budget.state();
        Map<String, String> closed = new TreeMap<>();
        state.buckets()
                .stream()
                .filter(bucket -> bucket.level().closedForNanos() > 0)
                .forEach(bucket -> closed.put(name(bucket),
                        "until " + Instant.ofEpochSecond(
                                state.at().plusNanos(bucket.level().closedForNanos()).getEpochSecond())));
        List<String> usedUp = state.buckets()
                .stream()
                .filter(bucket -> bucket.level().closedForNanos() == 0 && bucket.level().size() >= 1
                        && bucket.level().left() < 1)
                .map(BudgetHealth::name)
                .toList();
        health.up()
                .withDetail("closed", closed)
                .withDetail("usedUp", usedUp)
                .withDetail("waiting", state.waiting().values().stream().mapToInt(Integer::intValue).sum());
    }

    private static String name(Bucket bucket) {
        return bucket.limit() + (bucket.resource().isEmpty() ? "" : " of " + bucket.resource()) + " in subscription "
                + bucket.subscription();
    }
}
