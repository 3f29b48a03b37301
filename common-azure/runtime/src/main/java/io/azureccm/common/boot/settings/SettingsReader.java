package io.azureccm.common.boot.settings;

import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.boot.settings.azure.SpringCloudAzureReader;
import io.azureccm.common.boot.settings.azure.SpringCloudAzureSettings;
import io.azureccm.common.boot.settings.resilience4j.InstanceReader;
import io.azureccm.common.boot.settings.resilience4j.InstanceSettings;
import io.azureccm.common.boot.settings.written.SettingProblem;
import io.azureccm.common.boot.settings.written.WrittenKey;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.NearestName;
import io.azureccm.common.observe.endpoint.CloudConfigEndpoint.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Reads all settings from Spring's properties. An invalid value is an error that names the key, the value and what is
 * expected; an unknown key below {@code azureccm} or {@code resilience4j} is a warning that names the nearest known one. Nothing is thrown.
 */
public final class SettingsReader {
    /** The settings; not to be used if one of the problems is an error. */
    public record Outcome(AppSettings settings, List<ConfigProblem> problems) {
        public boolean failed() {
            return problems.stream().anyMatch(ConfigProblem::isError);
        }
    }

    private final ConfigurableEnvironment environment;
    private final List<ConfigProblem> problems = new ArrayList<>();

    private SettingsReader(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    public static Outcome read(ConfigurableEnvironment environment) {
        return new SettingsReader(environment).read(AppSettings.TYPES);
    }

    private Outcome read(List<Class<? extends Record>> types) {
        RenamedSettings.carryOver(environment, problems);
        Binder binder = Binder.get(environment);
        Map<Class<? extends Record>, Record> records = new HashMap<>();
        for (Class<? extends Record> type : types) {
            int before = problems.size();
            SettingKey.of(type).forEach(key -> check(binder, key));
            if (problems.size() == before) {
                bind(binder, type, records);
            }
        }
        Optional<InstanceSettings> instances = InstanceReader.read(environment, operations(records), problems);
        records.put(SpringCloudAzureSettings.class, SpringCloudAzureReader.read(environment, problems));
        instances.ifPresent(each -> records.put(InstanceSettings.class, each));
        List<WrittenKey> written = WrittenKey.below(AppSettings.PREFIX, environment);
        unknownKeys(types.stream().flatMap(type -> SettingKey.of(type).stream()).toList(), written);
        Stream<Setting> ours = types.stream()
                .filter(records::containsKey)
                .flatMap(type -> SettingKey.of(type)
                        .stream()
                        .map(key -> new Setting(key.name(), key.in(records.get(type)), from(key, written))));
        List<Setting> shown = Stream.concat(ours, instances.stream().flatMap(each -> each.shown().stream()))
                .sorted(Comparator.comparing(Setting::name))
                .toList();
        return new Outcome(new AppSettings(records, shown), List.copyOf(problems));
    }

    /** Checks each value separately, so that all invalid ones are reported at once. */
    private void check(Binder binder, SettingKey key) {
        try {
            binder.bind(key.name(), Bindable.of(key.type()));
        } catch (BindException wrong) {
            Object value = wrong.getProperty() == null
                    ? environment.getProperty(key.name())
                    : wrong.getProperty().getValue();
            String at = wrong.getProperty() == null ? key.name() : wrong.getProperty().getName().toString();
            problems.add(SettingProblem.wrong(at, value, key.expected()));
        }
    }

    private <T extends Record> void bind(Binder binder, Class<T> type,
            Map<Class<? extends Record>, Record> records) {
        try {
            records.put(type, binder.bindOrCreate(SettingKey.prefix(type), Bindable.of(type)));
        } catch (BindException wrong) {
            Throwable root = wrong;
            while (root.getCause() != null && !(root instanceof InvalidSetting)) {
                root = root.getCause();
            }
            if (root instanceof InvalidSetting invalid) {
                String key = SettingKey.prefix(type) + "." + invalid.key();
                problems.add(SettingProblem.error(key, invalid.problem(environment.getProperty(key))));
            } else {
                problems.add(SettingProblem.error(SettingKey.prefix(type), String.valueOf(root.getMessage())));
            }
        }
    }

    /** The bound of operations, or its default if it is not valid. */
    private static Duration operations(Map<Class<? extends Record>, Record> records) {
        return records.get(ResilienceSettings.class) instanceof ResilienceSettings resilience
                ? resilience.operation().bound()
                : OperationSettings.DEFAULT.bound();
    }

    private void unknownKeys(List<SettingKey> known, List<WrittenKey> written) {
        List<String> names = known.stream().map(SettingKey::name).toList();
        written.stream().map(WrittenKey::name).distinct().sorted().forEach(name -> {
            String uniform = WrittenKey.uniform(name);
            if (known.stream().noneMatch(key -> key.takes(uniform)) && !RenamedSettings.isOld(uniform))
                problems.add(SettingProblem.warning(name, "unknown setting, it has no effect"
                        + NearestName.hint(name.replace('_', '.'), names)));
        });
    }

    private static String from(SettingKey key, List<WrittenKey> written) {
        return written.stream()
                .filter(each -> key.takes(WrittenKey.uniform(each.name())))
                .map(WrittenKey::source)
                .findFirst()
                .orElse("default");
    }
}
