package io.azureccm.common.boot.settings;

import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** All settings of an app, read and checked: one record for each prefix below {@code azureccm}. */
public final class AppSettings {
    /** The prefix of every setting. */
    public static final String PREFIX = "azureccm";
    /** A record that is not in this list is not read, and its keys are unknown. */
    static final List<Class<? extends Record>> TYPES = List.of(LeaderElectionSettings.class, AgentSettings.class,
            CallBudgetSettings.class, OrphanSettings.class, ResilienceSettings.class, MetricsSettings.class);

    private final Map<Class<? extends Record>, Record> records;

    AppSettings(Map<Class<? extends Record>, Record> records) {
        this.records = Map.copyOf(records);
    }

    public <T extends Record> T of(Class<T> type) {
        return type.cast(records.get(type));
    }

    /** Makes each record a bean of its type. */
    public void register(ConfigurableListableBeanFactory beans) {
        records.forEach((type, settings) -> beans.registerSingleton(type.getName(), settings));
        beans.registerSingleton(AppSettings.class.getName(), this);
    }
}
