package io.azureccm.common.boot.settings;

import io.azureccm.common.boot.settings.azure.RefusedServicesSettings;
import io.azureccm.common.boot.settings.console.ConsoleSettings;
import io.azureccm.common.boot.settings.metrics.MetricsSettings;
import io.azureccm.common.boot.settings.record.RecordSettings;
import io.azureccm.common.observe.endpoint.CloudConfigEndpoint;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** All settings of an app, read and validated: one record for each prefix below {@code azureccm}. */
public final class AppSettings {
    /** The prefix of all settings. */
    public static final String PREFIX = "azureccm";
    /** All settings records; a record that is not in this list is not read, and its keys are unknown. */
    static final List<Class<? extends Record>> TYPES = List.of(LeaderElectionSettings.class, AgentSettings.class,
            CallBudgetSettings.class, OrphanSettings.class, ConsoleSettings.class, ResilienceSettings.class,
            MetricsSettings.class,
            CloudSettings.class, TracingSettings.class, BlastRadiusSettings.class, ShadowSettings.class,
            ConditionSettings.class, ProbeProxySettings.class, DrainingSettings.class,
            HealthSettings.class, TenantSettings.class, RefusedServicesSettings.class, BackendHealthSettings.class,
            RecordSettings.class);

    private final Map<Class<? extends Record>, Record> records;
    private final List<CloudConfigEndpoint.Setting> shown;

    AppSettings(Map<Class<? extends Record>, Record> records, List<CloudConfigEndpoint.Setting> shown) {
        this.records = Map.copyOf(records);
        this.shown = List.copyOf(shown);
    }

    /** All settings, sorted by name. */
    public List<CloudConfigEndpoint.Setting> shown() {
        return shown;
    }

    public <T extends Record> T of(Class<T> type) {
        return type.cast(records.get(type));
    }

    /** Registers each record as a bean of its type. */
    public void register(ConfigurableListableBeanFactory beans) {
        records.forEach((type, settings) -> beans.registerSingleton(type.getName(), settings));
        beans.registerSingleton(AppSettings.class.getName(), this);
    }
}
