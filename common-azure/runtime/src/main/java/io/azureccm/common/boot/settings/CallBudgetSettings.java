package io.azureccm.common.boot.settings;

import io.azureccm.common.boot.settings.written.WrittenKey;
import io.azureccm.common.config.options.App;
import io.azureccm.common.resilience.budget.BudgetLimit;
import io.azureccm.common.resilience.budget.BudgetLimits;
import io.azureccm.common.resilience.budget.BudgetSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much of Azure's rate limits an app uses, see the page about the budget.
 *
 * @param enabled     Whether calls are counted and wait for a permit. If not, only Azure's own throttling responses are
 *                    honoured.
 *
 * @param readShare   Share of each read limit of a subscription that this app may use, from 0 to 1. Defaults to 0.4 for the
 *                    node-controller, 0.4 for the service-controller and 0.2 for the route-controller.
 *
 * @param writeShare  Share of each limit on writes and deletions of a subscription that this app may use, from 0 to 1.
 *                    Defaults to 0.8 for the service-controller, 0.2 for the route-controller and 0 for the node-controller,
 *                    which writes nothing to Azure.
 *
 * @param reserve     Share of this app's budget that less urgent calls leave to more urgent ones, from 0 to 0.9.
 * @param longestWait How long a call may wait for a permit before it is held back and planned again, at most 4m. Calls that
 *                    only check or repair wait a third of it.
 *
 * @param peak        How many calls may be sent in any ten seconds under the limits of Azure Resource Manager itself, as a
 *                    multiple of the calls that the limit refills in ten seconds: 1.1 or more. A burst holds at most the
 *                    calls of four seconds. 0 allows as many calls at once as the token buckets hold; so do limits for which
 *                    you set a burst.
 *
 * @param rate        Calls per second of a limit, overriding the limit that Azure documents, for the whole subscription, by
 *                    the name of the limit.
 *
 * @param burst       Calls at once of a limit, overriding the limit that Azure documents, for the whole subscription, by the
 *                    name of the limit.
 */
@ConfigurationProperties("azureccm.budget")
public record CallBudgetSettings(@DefaultValue("true") boolean enabled, Double readShare, Double writeShare,
        @DefaultValue("0.2") double reserve, @DefaultValue("60s") Duration longestWait,
        @DefaultValue("1.2") double peak,
        Map<String, Double> rate, Map<String, Integer> burst) {
    private static final String SHARE = "a share from 0 to 1";
    private static final double MAX_RESERVE = 0.9;
    private static final double MIN_PEAK = 1.1;
    private static final double MAX_PEAK = 1_000;
    private static final Duration MAX_WAIT = Duration.ofMinutes(4);

    public CallBudgetSettings {
        InvalidSetting.unless(isShare(readShare), "read-share", readShare, SHARE);
        InvalidSetting.unless(isShare(writeShare), "write-share", writeShare, SHARE);
        InvalidSetting.unless(reserve >= 0 && reserve <= MAX_RESERVE, "reserve", reserve, "a share from 0 to 0.9");
        InvalidSetting.unless(longestWait.isPositive() && longestWait.compareTo(MAX_WAIT) <= 0, "longest-wait",
                longestWait, "a duration above 0 and up to 4m");
        InvalidSetting.unless(peak == 0 || peak >= MIN_PEAK && peak <= MAX_PEAK, "peak", peak,
                "0, or a multiple from 1.1 to 1000");
        rate = checked("rate", rate, each -> each > 0 && each <= 1_000_000, "calls per second, above 0");
        burst = checked("burst", burst, each -> each >= 1, "calls at once, 1 or more");
    }

    /** The budget of this app. */
    public BudgetSettings of(App app) {
        BudgetSettings.Shares shares = BudgetSettings.Shares.of(app);
        BudgetLimits limits = BudgetLimits.DOCUMENTED.withPeak(peak);
        Map<String, BudgetLimit> own = new TreeMap<>();
        for (String name : BudgetLimits.names()) {
            if (rate.containsKey(name) || burst.containsKey(name)) {
                BudgetLimit usual = limits.limit(name).orElseThrow();
                double pace = rate.getOrDefault(name, usual.rate());
                own.put(name, burst.containsKey(name)
                        ? new BudgetLimit(pace, burst.get(name))
                        : new BudgetLimit(pace, usual.burst(), usual.peak()));
            }
        }
        return new BudgetSettings(enabled,
                new BudgetSettings.Shares(Optional.ofNullable(readShare).orElse(shares.reads()),
                        Optional.ofNullable(writeShare).orElse(shares.writes())),
                reserve, longestWait, limits.with(own));
    }

    private static boolean isShare(Double value) {
        return value == null || value >= 0 && value <= 1;
    }

    /** Matches the documented names: environment variables cannot contain dashes. */
    private static <T> Map<String, T> checked(String key, Map<String, T> given, Predicate<T> right,
            String expected) {
        Map<String, T> named = new TreeMap<>();
        (given == null ? Map.<String, T>of() : given).forEach((written, value) -> {
            Optional<String> name = BudgetLimits.names()
                    .stream()
                    .filter(known -> WrittenKey.uniform(known).equals(WrittenKey.uniform(written)))
                    .findFirst();
            InvalidSetting.unless(name.isPresent(), key, written,
                    "the name of a limit: " + String.join(", ", BudgetLimits.names()));
            InvalidSetting.unless(right.test(value), key + "." + name.orElseThrow(), value, expected);
            named.put(name.orElseThrow(), value);
        });
        return Collections.unmodifiableMap(named);
    }
}
