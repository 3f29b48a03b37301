package io.azureccm.common.resilience.budget;

/**
 * A limit as a token bucket: the calls at once, and the calls added per second. {@code peak} limits the calls in any ten
 * seconds to this multiple of those added in ten seconds, and those at once to what is added in four; 0 for no such limits.
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

    /**
     * Calls that may be sent at once after a period without calls; waits afterwards are short, since calls are added
     * continuously.
     */
    double atOnce() {
        return peak > 0 ? Math.min(burst, Math.max(1, rate * AT_ONCE_SECONDS)) : burst;
    }

    /** Whole calls, at least one: infinity without a peak. */
    double mostInTenSeconds() {
        return peak > 0 ? Math.max(1, Math.floor(rate * PeakWindow.SPAN.toSeconds() * peak)) : Double.POSITIVE_INFINITY;
    }
}
