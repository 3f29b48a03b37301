package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.config.options.App;
import java.time.Duration;

/**
 * How calls are counted. {@code enabled} false counts nothing and only honours Azure's own refusals. The shares are of each limit
 * of a subscription, from 0 to 1; {@code reserve} is the share of our part that less urgent calls leave to more urgent ones;
 * {@code longestWait} bounds how long a call waits for its turn.
 */
public record BudgetSettings(boolean enabled, Shares shares, double reserve, Duration longestWait,
        BudgetLimits limits) {
    /** What one app may use of each limit of a subscription. */
    public record Shares(double reads, double writes) {
        /** The shares of the three apps together are the whole. The node-controller writes nothing to Azure. */
        public static Shares of(App app) {
            return switch (app) {
                case NODE -> new Shares(0.4, 0);
                case SERVICE -> new Shares(0.4, 0.8);
                case ROUTE -> new Shares(0.2, 0.2);
            };
        }
    }

    public static final double DEFAULT_RESERVE = 0.2;
    public static final Duration DEFAULT_LONGEST_WAIT = Duration.ofSeconds(60);
    /** A fifth more than what comes in is not yet a burst. */
    public static final double DEFAULT_PEAK = 1.2;
    /** Who can wait gives up sooner, so as not to keep places that others could use. */
    private static final int BACKGROUND_DIVISOR = 3;

    public static BudgetSettings of(App app) {
        return new BudgetSettings(true, Shares.of(app), DEFAULT_RESERVE, DEFAULT_LONGEST_WAIT,
                BudgetLimits.DOCUMENTED.withPeak(DEFAULT_PEAK));
    }

    public BudgetSettings with(BudgetLimits others) {
        return new BudgetSettings(enabled, shares, reserve, longestWait, others);
    }

    BudgetLimit limit(String name) {
        return limits.of(name).times(share(name));
    }

    double share(String name) {
        return limits.isRead(name) ? shares.reads() : shares.writes();
    }

    Duration longestWait(CallPriority priority) {
        return priority.compareTo(CallPriority.DRIFT) < 0
                ? longestWait
                : longestWait.dividedBy(BACKGROUND_DIVISOR);
    }
}
