package io.azureccm.common.boot.settings;

import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.boot.settings.azure.SpringCloudAzureReader;
import io.azureccm.common.boot.settings.azure.SpringCloudAzureSettings;
import io.azureccm.common.boot.settings.resilience4j.InstanceReader;
import io.azureccm.common.boot.settings.resilience4j.InstanceSettings;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.config.value.NearestName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Reads all settings from Spring's properties. An invalid value is an error that names the key, the value and what is
 * expected; an unknown key below {@code azureccm} or {@code resilience4j} is a warning that names the nearest known one. Nothing is thrown.
 */
public final class SettingsReader {
    static final String SOURCE = "settings";

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
        Optional<InstanceSettings> instances = InstanceReader.read(environment, operations(records), instanceReport());
        records.put(SpringCloudAzureSettings.class, SpringCloudAzureReader.read(environment, problems));
        instances.ifPresent(each -> records.put(InstanceSettings.class, each));
        unknownKeys(types.stream().flatMap(type -> SettingKey.of(type).stream()).toList());
        List<Source> sources = sources();
        Stream<AppSettings.Shown> ours = records.entrySet()
                .stream()
                .filter(each -> types.contains(each.getKey()))
                .flatMap(each -> SettingKey.of(each.getKey())
                        .stream()
                        .map(key -> new AppSettings.Shown(key.name(), key.in(each.getValue()), from(key, sources))));
        List<AppSettings.Shown> shown = Stream.concat(ours, instances.stream()
                .flatMap(each -> each.shown().stream())
                .map(each -> new AppSettings.Shown(each.name(), each.value(), each.from())))
                .sorted(Comparator.comparing(AppSettings.Shown::name))
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
            error(at, InvalidSetting.problem(value, key.expected()));
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
                error(key, invalid.problem(environment.getProperty(key)));
            } else {
                error(SettingKey.prefix(type), String.valueOf(root.getMessage()));
            }
        }
    }

    /** The bound of operations, or its default if it is not valid. */
    private static Duration operations(Map<Class<? extends Record>, Record> records) {
        return records.get(ResilienceSettings.class) instanceof ResilienceSettings resilience
                ? resilience.operation().bound()
                : OperationSettings.DEFAULT.bound();
    }

    private InstanceReader.Report instanceReport() {
        return new InstanceReader.Report() {
            @Override
            public void wrong(String key, String value, String expected) {
                error(key, InvalidSetting.problem(value, expected));
            }

            @Override
            public void noEffect(String key, String why) {
                problems.add(new ConfigProblem(Severity.WARNING, SOURCE, key, why));
            }
        };
    }

    private void error(String key, String message) {
        problems.add(new ConfigProblem(Severity.ERROR, SOURCE, key, message));
    }

    private void unknownKeys(List<SettingKey> known) {
        List<String> names = known.stream().map(SettingKey::name).toList();
        for (String written : written()) {
            String uniform = SettingKey.uniform(written);
            if (known.stream().noneMatch(key -> key.takes(uniform)) && !RenamedSettings.isOld(uniform)) {
                problems.add(new ConfigProblem(Severity.WARNING, SOURCE, written,
                        "unknown setting, it has no effect" + NearestName.hint(spelt(written), names)));
            }
        }
    }

    /** A source of properties, with the uniform spellings of those that may be settings. */
    private record Source(String name, List<String> uniform) {}

    private List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> listed)
                sources.add(new Source(source.getName(), Arrays.stream(listed.getPropertyNames())
                        .map(SettingKey::uniform)
                        .filter(name -> name.startsWith(AppSettings.PREFIX))
                        .toList()));
        }
        return sources;
    }

    private static String from(SettingKey key, List<Source> sources) {
        return sources.stream()
                .filter(source -> source.uniform().stream().anyMatch(key::takes))
                .map(Source::name)
                .findFirst()
                .orElse("default");
    }

    private static String spelt(String written) {
        return written.replace('_', '.');
    }

    private TreeSet<String> written() {
        TreeSet<String> found = new TreeSet<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (!(source instanceof EnumerablePropertySource<?> listed)) {
                continue;
            }
            for (String name : listed.getPropertyNames()) {
                if (name.length() > AppSettings.PREFIX.length()
                        && name.regionMatches(true, 0, AppSettings.PREFIX, 0, AppSettings.PREFIX.length())
                        && "._".indexOf(name.charAt(AppSettings.PREFIX.length())) >= 0) {
                    found.add(name);
                }
            }
        }
        return found;
    }
}
