package io.azureccm.common.boot.settings.resilience4j;

import io.azureccm.common.config.value.NearestName;
import io.azureccm.common.resilience.CallConfigs;
import java.lang.reflect.Method;
import java.time.Duration;
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
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Reads {@code resilience4j.*} for the instances that calls to Azure go through. Nothing is thrown: an invalid value is reported, and
 * so is everything that has no effect.
 */
public final class InstanceReader {
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(Module.PREFIX);
    private static final List<String> OF_THE_STARTER = List.of("metrics", "tags");
    private static final int MODULE = 1;
    private static final int SECTION = 2;
    private static final int NAME = 3;
    private static final int KEY = 4;

    /** Receives the problems. */
    public interface Report {
        /** {@code expected} completes "is not valid, expected ...". */
        void wrong(String key, String value, String expected);

        void noEffect(String key, String why);
    }

    private final Binder binder;
    private final Report report;
    private final Map<Module, InstanceValues> read = new EnumMap<>(Module.class);
    private boolean failed;

    private InstanceReader(ConfigurableEnvironment environment, Report report) {
        this.binder = Binder.get(environment);
        this.report = new Report() {
            @Override
            public void wrong(String key, String value, String expected) {
                failed = true;
                report.wrong(key, value, expected);
            }

            @Override
            public void noEffect(String key, String why) {
                report.noEffect(key, why);
            }
        };
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
            Report report) {
        InstanceReader reader = new InstanceReader(environment, report);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource listed) {
                listed.stream().filter(PREFIX::isAncestorOf).toList().forEach(name -> reader.add(name, source));
            }
        }
        reader.read.values().forEach(values -> values.check(reader.report));
        InstanceConfigs configs = new InstanceConfigs(reader.read, operations, reader.report);
        CallConfigs all = reader.failed ? null : configs.all();
        return reader.failed ? Optional.empty() : Optional.of(new InstanceSettings(all, configs.shown()));
    }

    private void add(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        Written written = Written.of(source.getConfigurationProperty(name),
                binder.bind(name, Bindable.of(String.class)).orElse(""));
        String title = Written.uniform(name.getElement(MODULE, Form.ORIGINAL));
        Optional<Module> module = Module.of(title);
        if (module.isEmpty()) {
            report.noEffect(written.name(), title.equals("threadpoolbulkhead")
                    ? "has no effect: calls run on virtual threads, and resilience4j.bulkhead limits how many"
                    : "no call to Azure uses it, it has no effect; expected " + String.join(", ", titles()));
            return;
        }
        String section = name.getNumberOfElements() > SECTION ? name.getElement(SECTION, Form.UNIFORM) : "";
        if (OF_THE_STARTER.contains(section))
            return;
        if (name.getNumberOfElements() <= KEY
                || !section.equals(InstanceValues.INSTANCES) && !section.equals(InstanceValues.CONFIGS)) {
            report.noEffect(written.name(), "unknown setting, it has no effect; expected resilience4j."
                    + title + ".instances.NAME.KEY or resilience4j." + title + ".configs.default.KEY");
            return;
        }
        add(module.get(), section, name, written);
    }

    private void add(Module module, String section, ConfigurationPropertyName name, Written written) {
        String uniform = Written.uniform(name, KEY);
        Optional<InstanceKey> key = module.key(uniform);
        String instance = name.getElement(NAME, Form.ORIGINAL);
        if (key.isEmpty()) {
            report.noEffect(written.name(), isKey(module, uniform)
                    ? "has no effect: which failures are retried and counted is fixed, see the page about resilience"
                    : "unknown setting, it has no effect" + NearestName.hint(name.getLastElement(Form.DASHED),
                            module.keys().stream().map(InstanceKey::name).toList()));
            return;
        }
        read.get(module).add(section, instance, key.get(), written);
        try {
            InstanceConfigs.bind(module, Map.of(key.get().name(), written));
        } catch (BindException wrong) {
            report.wrong(read.get(module).key(section, instance, key.get().name()), written.value(),
                    key.get().expected());
        }
    }

    private static boolean isKey(Module module, String uniform) {
        return Arrays.stream(module.properties().getMethods())
                .map(Method::getName)
                .anyMatch(name -> name.startsWith("set") && Written.uniform(name.substring(3)).equals(uniform));
    }

    private static List<String> titles() {
        return Stream.of(Module.values()).map(Module::title).toList();
    }
}
