package io.azureccm.common.boot.settings;

import io.azureccm.common.config.value.ConfigProblem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Settings that have been renamed: the old name still works, with a warning. */
final class RenamedSettings {
    static final Map<String, String> NEW_NAMES = Map.of("leader-election.mode", "azureccm.leader-election.mode",
            "agent.node-name", "azureccm.agent.node-name", "agent.metadata-address", "azureccm.agent.metadata-address");

    private RenamedSettings() {}

    /** Copies values set under an old name to the new name; if both are set, the new name takes precedence. */
    static void carryOver(ConfigurableEnvironment environment, List<ConfigProblem> problems) {
        Map<String, Object> carried = new LinkedHashMap<>();
        NEW_NAMES.forEach((old, name) -> {
            String value = environment.getProperty(old);
            if (value == null)
                return;
            boolean both = environment.getProperty(name) != null;
            problems.add(new ConfigProblem(ConfigProblem.Severity.WARNING, SettingsReader.SOURCE, old,
                    "has been renamed to " + name + (both ? ", which is also set and takes precedence" : "")));
            if (!both) {
                carried.put(name, value);
            }
        });
        if (!carried.isEmpty()) {
            environment.getPropertySources().addFirst(new MapPropertySource("renamed settings", carried));
        }
    }
}
