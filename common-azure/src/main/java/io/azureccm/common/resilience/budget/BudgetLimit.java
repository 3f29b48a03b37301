package io.azureccm.common.resilience.budget;

/** A limit as a token bucket: so many calls at once, and so many more each second. */
public record BudgetLimit(double rate, double burst) {
    static BudgetLimit perMinute(double calls, double burst) {
        return new BudgetLimit(calls / 60, burst);
    }

    BudgetLimit times(double share) {
        return new BudgetLimit(rate * share, share > 0 ? Math.max(1, burst * share) : 0);
    }
}
