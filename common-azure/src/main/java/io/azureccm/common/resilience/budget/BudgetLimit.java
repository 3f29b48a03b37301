package io.azureccm.common.resilience.budget;

/**
 * A limit as a token bucket: so many calls at once, and so many more each second. {@code peak} bounds the calls of any ten
 * seconds to so many times those that come in ten seconds, and those at once to what comes in four; 0 for no such bounds.
 */
public record BudgetLimit(double rate, double burst, double peak) {
    private static final int AT_ONCE_SECONDS = 4;

    public BudgetLimit(double rate, double burst) {
        this(rate, burst, 0);
    }

    static BudgetLimit perMinute(double calls, double burst) {
        return new BudgetLimit(calls / 60, burst);
    }

    BudgetLimit times(double share) {
        return new BudgetLimit(rate * share, share > 0 ? Math.max(1, burst * share) : 0, peak);
    }

    /** Calls that may go at once when none went lately; nobody waits long after them, since further ones come all the time. */
    double atOnce() {
        return peak > 0 ? Math.min(burst, Math.max(1, rate * AT_ONCE_SECONDS)) : burst;
    }

    /** Whole calls, at least one: infinity without a peak. */
    double mostInTenSeconds() {
        return peak > 0 ? Math.max(1, Math.floor(rate * PeakWindow.SPAN.toSeconds() * peak)) : Double.POSITIVE_INFINITY;
    }
}
