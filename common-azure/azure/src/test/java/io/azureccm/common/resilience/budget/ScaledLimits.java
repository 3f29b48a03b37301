package io.azureccm.common.resilience.budget;

import io.azureccm.common.config.options.App;
import java.util.Map;
import java.util.stream.Collectors;

/** Limits by a factor, for a server with equally scaled limits. */
public final class ScaledLimits {
    private ScaledLimits() {}

    public static BudgetLimits of(BudgetLimits limits, double factor) {
        Map<String, BudgetLimit> scaled = BudgetLimits.names()
                .stream()
                .collect(Collectors.toMap(name -> name, name -> limits.of(name).times(factor)));
        return limits.with(scaled);
    }

    /** The usual settings of an app with these limits. */
    public static BudgetSettings settings(App app, BudgetLimits limits) {
        BudgetSettings usual = BudgetSettings.of(app);
        return new BudgetSettings(usual.enabled(), usual.shares(), usual.reserve(), usual.longestWait(), limits);
    }
}
