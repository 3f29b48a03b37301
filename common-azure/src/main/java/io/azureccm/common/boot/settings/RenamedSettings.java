package io.azureccm.common.boot.settings;

import io.azureccm.common.config.value.ConfigProblem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Settings that had another name once: the old name still works, and is told. */
final class RenamedSettings {
    static final Map<String, String> NEW_NAMES = Map.of("leader-election.mode", "azureccm.leader-election.mode",
            "agent.node-name", "azureccm.agent.node-name", "agent.metadata-address", "azureccm.agent.metadata-address");

    private RenamedSettings() {}

    /** Copies what is set by an old name to the new one, which goes before when both are set. */
    static void carryOver(ConfigurableEnvironment environment, List<ConfigProblem> problems) {
        Map<String, Object> carried = new LinkedHashMap<>();
        NEW_NAMES.forEach((old, name) -> {
            String value = environment.getProperty(old);
            if (value == null)
                return;
            boolean both = environment.getProperty(name) != null;
            problems.add(new ConfigProblem(ConfigProblem.Severity.WARNING, SettingsReader.SOURCE, old,
                    "is called " + name + " now" + (both ? ", which is set too and goes before" : "")));
            if (!both) {
                carried.put(name, value);
            }
        });
        if (!carried.isEmpty()) {
            environment.getPropertySources().addFirst(new MapPropertySource("renamed settings", carried));
        }
    }
}
