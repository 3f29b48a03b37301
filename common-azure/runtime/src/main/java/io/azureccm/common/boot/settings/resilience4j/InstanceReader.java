package io.azureccm.common.boot.settings.resilience4j;

import io.azureccm.common.boot.settings.written.SettingProblem;
import io.azureccm.common.boot.settings.written.WrittenKey;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.NearestName;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Reads {@code resilience4j.*} for the instances that calls to Azure go through. Nothing is thrown: an invalid value is reported, and
 * so is everything that has no effect.
 */
public final class InstanceReader {
    private static final List<String> OF_THE_STARTER = List.of("metrics", "tags");
    private static final int MODULE = 1;
    private static final int SECTION = 2;
    private static final int NAME = 3;
    private static final int KEY = 4;

    private final Binder binder;
    private final List<ConfigProblem> problems = new ArrayList<>();
    private final Map<Module, InstanceValues> read = new EnumMap<>(Module.class);

    private InstanceReader(ConfigurableEnvironment environment) {
        this.binder = Binder.get(environment);
        for (Module module : Module.values()) {
            read.put(module, new InstanceValues(module));
        }
    }

    /**
     * Reads all instances; empty if a value is wrong.
     *
     * @param operations the longest time that an operation of a write may take
     */
    public static Optional<InstanceSettings> read(ConfigurableEnvironment environment, Duration operations,
            List<ConfigProblem> problems) {
        InstanceReader reader = new InstanceReader(environment);
        WrittenKey.below(Module.PREFIX, environment).forEach(reader::add);
        Optional<InstanceSettings> settings = reader.settings(operations);
        problems.addAll(reader.problems);
        return settings;
    }

    private Optional<InstanceSettings> settings(Duration operations) {
        read.values().forEach(values -> values.check(problems));
        if (problems.stream().anyMatch(ConfigProblem::isError))
            return Optional.empty();
        InstanceConfigs configs = new InstanceConfigs(read, operations, problems);
        InstanceSettings settings = new InstanceSettings(configs.all(), configs.shown());
        return problems.stream().anyMatch(ConfigProblem::isError) ? Optional.empty() : Optional.of(settings);
    }

    private void add(WrittenKey key) {
        ConfigurationPropertyName name = key.key();
        Written written = new Written(key.name(), binder.bind(name, Bindable.of(String.class)).orElse(""),
                key.source());
        String title = WrittenKey.uniform(name.getElement(MODULE, Form.ORIGINAL));
        Optional<Module> module = Module.of(title);
        if (module.isEmpty()) {
            problems.add(SettingProblem.warning(written.name(), title.equals("threadpoolbulkhead")
                    ? "has no effect: calls run on virtual threads, and resilience4j.bulkhead limits how many"
                    : "no call to Azure uses it, it has no effect; expected " + String.join(", ", titles())));
            return;
        }
        String section = name.getNumberOfElements() > SECTION ? name.getElement(SECTION, Form.UNIFORM) : "";
        if (OF_THE_STARTER.contains(section))
            return;
        if (name.getNumberOfElements() <= KEY
                || !section.equals(InstanceValues.INSTANCES) && !section.equals(InstanceValues.CONFIGS)) {
            problems.add(SettingProblem.warning(written.name(),
                    "unknown setting, it has no effect; expected resilience4j." + title
                            + ".instances.NAME.KEY or resilience4j." + title + ".configs.default.KEY"));
            return;
        }
        add(module.get(), section, name, written);
    }

    private void add(Module module, String section, ConfigurationPropertyName name, Written written) {
        String uniform = Written.uniform(name, KEY);
        Optional<InstanceKey> key = module.key(uniform);
        String instance = name.getElement(NAME, Form.ORIGINAL);
        if (key.isEmpty()) {
            problems.add(SettingProblem.warning(written.name(), isKey(module, uniform)
                    ? "has no effect: which failures are retried and counted is fixed, see the page about resilience"
                    : "unknown setting, it has no effect" + NearestName.hint(name.getLastElement(Form.DASHED),
                            module.keys().stream().map(InstanceKey::name).toList())));
            return;
        }
        read.get(module).add(section, instance, key.get(), written);
        try {
            InstanceConfigs.bind(module, Map.of(key.get().name(), written));
        } catch (BindException wrong) {
            problems.add(SettingProblem.wrong(read.get(module).key(section, instance, key.get().name()),
                    written.value(), key.get().expected()));
        }
    }

    private static boolean isKey(Module module, String uniform) {
        return Arrays.stream(module.properties().getMethods())
                .map(Method::getName)
                .anyMatch(name -> name.startsWith("set") && WrittenKey.uniform(name.substring(3)).equals(uniform));
    }

    private static List<String> titles() {
        return Stream.of(Module.values()).map(Module::title).toList();
    }
}
