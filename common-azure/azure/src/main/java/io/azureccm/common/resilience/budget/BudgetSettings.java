package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.config.options.App;
import java.time.Duration;

/**
 * How calls are counted. If {@code enabled} is false, nothing is counted and only Azure's own throttling responses are
 * honoured. The shares apply to each limit of a subscription, from 0 to 1; {@code reserve} is the part of this app's share
 * that less urgent calls leave to more urgent ones; {@code longestWait} limits how long a call waits for a permit.
 */
public record BudgetSettings(boolean enabled, Shares shares, double reserve, Duration longestWait,
        BudgetLimits limits) {
    /** The share of each limit of a subscription that one app may use. */
    public record Shares(double reads, double writes) {
        /** The shares of the three apps add up to the whole. The node-controller writes nothing to Azure. */
        public static Shares of(App app) {
            return switch (app) {
                case NODE -> new Shares(0.4, 0);
                case SERVICE -> new Shares(0.4, 0.8);
                case ROUTE -> new Shares(0.2, 0.2);
            };
        }
    }

    public static final double DEFAULT_RESERVE = 0.2;
    public static final Duration DEFAULT_MAX_WAIT = Duration.ofSeconds(60);
    /** A fifth more than the calls added is not a burst yet. */
    public static final double DEFAULT_PEAK = 1.2;
    /** Background calls give up earlier, so that they do not hold places that others could use. */
    private static final int BACKGROUND_DIVISOR = 3;

    public static BudgetSettings of(App app) {
        return new BudgetSettings(true, Shares.of(app), DEFAULT_RESERVE, DEFAULT_MAX_WAIT,
                BudgetLimits.DOCUMENTED.withPeak(DEFAULT_PEAK));
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
