package io.azureccm.common.boot.settings;

import io.azureccm.common.boot.settings.written.SettingProblem;
import io.azureccm.common.boot.settings.written.WrittenKey;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Settings that have been renamed: the old name still works, with a warning. */
final class RenamedSettings {
    private static final String RETRY_COUNT = "azureccm.resilience.retry.count";
    private static final String RETRY_JITTER = "azureccm.resilience.retry.jitter";
    static final Map<String, String> NEW_NAMES = Map.ofEntries(
            Map.entry("leader-election.mode", "azureccm.leader-election.mode"),
            Map.entry("agent.node-name", "azureccm.agent.node-name"),
            Map.entry("agent.metadata-address", "azureccm.agent.metadata-address"),
            Map.entry("azureccm.resilience.bulkhead.reads",
                    "resilience4j.bulkhead.instances.reads.max-concurrent-calls"),
            Map.entry("azureccm.resilience.bulkhead.writes",
                    "resilience4j.bulkhead.instances.writes.max-concurrent-calls"),
            Map.entry("azureccm.resilience.bulkhead.longest-wait",
                    "resilience4j.bulkhead.configs.default.max-wait-duration"),
            Map.entry(RETRY_COUNT, "resilience4j.retry.configs.default.max-attempts"),
            Map.entry("azureccm.resilience.retry.first-delay", "resilience4j.retry.configs.default.wait-duration"),
            Map.entry("azureccm.resilience.retry.factor",
                    "resilience4j.retry.configs.default.exponential-backoff-multiplier"),
            Map.entry(RETRY_JITTER, "resilience4j.retry.configs.default.randomized-wait-factor"),
            Map.entry("azureccm.resilience.retry.longest-delay",
                    "resilience4j.retry.configs.default.exponential-max-wait-duration"),
            Map.entry("azureccm.resilience.breaker.window",
                    "resilience4j.circuitbreaker.configs.default.sliding-window-size"),
            Map.entry("azureccm.resilience.breaker.least-calls",
                    "resilience4j.circuitbreaker.configs.default.minimum-number-of-calls"),
            Map.entry("azureccm.resilience.breaker.failure-percent",
                    "resilience4j.circuitbreaker.configs.default.failure-rate-threshold"),
            Map.entry("azureccm.resilience.breaker.open",
                    "resilience4j.circuitbreaker.configs.default.wait-duration-in-open-state"),
            Map.entry("azureccm.resilience.breaker.trials",
                    "resilience4j.circuitbreaker.configs.default.permitted-number-of-calls-in-half-open-state"),
            Map.entry("azureccm.resilience.time-limit.get",
                    "resilience4j.timelimiter.instances.get.timeout-duration"),
            Map.entry("azureccm.resilience.time-limit.list",
                    "resilience4j.timelimiter.instances.list.timeout-duration"));

    private RenamedSettings() {}

    /** True for the uniform spelling of an old name below {@code azureccm}. */
    static boolean isOld(String uniform) {
        return NEW_NAMES.keySet().stream().anyMatch(old -> WrittenKey.uniform(old).equals(uniform));
    }

    /** Copies values set under an old name to the new name; if both are set, the new name takes precedence. */
    static void carryOver(ConfigurableEnvironment environment, List<ConfigProblem> problems) {
        Map<String, Object> carried = new LinkedHashMap<>();
        Binder binder = Binder.get(environment);
        new TreeMap<>(NEW_NAMES).forEach((old, name) -> {
            String value = binder.bind(old, String.class).orElse(null);
            if (value == null)
                return;
            boolean both = binder.bind(name, String.class).isBound();
            problems.add(SettingProblem.warning(old,
                    "has been renamed to " + name
                            + (old.equals(RETRY_COUNT) ? ", which counts the first attempt, too" : "")
                            + (both ? ", which is also set and takes precedence" : "")));
            if (!both) {
                carried.put(name, inNewUnit(old, value));
            }
        });
        if (!carried.isEmpty()) {
            environment.getPropertySources().addFirst(new MapPropertySource("renamed settings", carried));
        }
    }

    /** The first attempt counts, too, and a share is below 1. What is no number is reported under its new name. */
    private static String inNewUnit(String old, String value) {
        try {
            return switch (old) {
                case RETRY_COUNT -> String.valueOf(Integer.parseInt(value.strip()) + 1);
                case RETRY_JITTER -> Double.parseDouble(value) == 1 ? "0.999" : value;
                default -> value;
            };
        } catch (NumberFormatException wrong) {
            return value;
        }
    }
}
