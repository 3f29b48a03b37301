package io.azureccm.common.boot.settings.resilience4j;

import io.azureccm.common.boot.settings.written.SettingProblem;
import io.azureccm.common.boot.settings.written.WrittenKey;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What was written for the instances and the configs of one module, over the defaults. */
final class InstanceValues {
    static final String INSTANCES = "instances";
    static final String CONFIGS = "configs";
    private static final String DEFAULT = "default";
    private static final String BASE_CONFIG = "base-config";

    private final Module module;
    private final Map<String, Map<String, Written>> instances = new TreeMap<>();
    private final Map<String, Map<String, Written>> configs = new TreeMap<>();

    InstanceValues(Module module) {
        this.module = module;
    }

    /** Keeps the first value of a key: sources come in the order of their precedence. */
    void add(String section, String name, InstanceKey key, Written written) {
        Map<String, Map<String, Written>> of = section.equals(INSTANCES) ? instances : configs;
        of.computeIfAbsent(known(section, name), each -> new TreeMap<>()).putIfAbsent(key.name(), written);
    }

    /** The name of an instance in the spelling that calls use, if there is such an instance. */
    private String known(String section, String name) {
        return section.equals(INSTANCES)
                ? module.instances()
                        .stream()
                        .filter(each -> WrittenKey.uniform(each).equals(WrittenKey.uniform(name)))
                        .findFirst()
                        .orElse(name)
                : WrittenKey.uniform(name);
    }

    /** The instances for which something was written. */
    Set<String> names() {
        return instances.keySet();
    }

    String key(String section, String name, String key) {
        return String.join(".", Module.PREFIX, module.title(), section, name, key);
    }

    void check(List<ConfigProblem> problems) {
        for (String name : instances.keySet()) {
            if (!module.instances().contains(name))
                problems.add(SettingProblem.warning(
                        String.join(".", Module.PREFIX, module.title(), INSTANCES, name),
                        "there is no such instance, it has no effect" + NearestName.hint(name, module.instances())
                                + "; instances are " + String.join(", ", module.instances())));
        }
        if (module == Module.RATE_LIMITER && instances.isEmpty() && !configs.isEmpty())
            problems.add(SettingProblem.warning(String.join(".", Module.PREFIX, module.title(), CONFIGS),
                    "has no effect: only instances that are named limit calls, such as " + INSTANCES + "."
                            + module.instances().getFirst()));
        bases(INSTANCES, instances, problems);
        bases(CONFIGS, configs, problems);
    }

    private void bases(String section, Map<String, Map<String, Written>> of, List<ConfigProblem> problems) {
        of.forEach((name, values) -> {
            String base = base(values).orElse(DEFAULT);
            if (!base.equals(DEFAULT) && !configs.containsKey(base))
                problems.add(SettingProblem.wrong(key(section, name, BASE_CONFIG), values.get(BASE_CONFIG).value(),
                        "one of the configs: " + String.join(", ", configs.keySet())));
        });
    }

    /** The values of an instance that has been written or not, by key; the defaults have the source "default". */
    Map<String, Written> of(String instance) {
        Map<String, Written> values = new LinkedHashMap<>();
        module.keys().forEach(key -> usual(values, key.name(), key.usual()));
        module.usual(instance).forEach((key, value) -> usual(values, key, value));
        Map<String, Written> own = instances.getOrDefault(instance, Map.of());
        for (String config : chain(own)) {
            values.putAll(configs.getOrDefault(config, Map.of()));
        }
        values.putAll(own);
        values.remove(BASE_CONFIG);
        return values;
    }

    /** The configs of an instance, each one after those that it is based on. */
    private List<String> chain(Map<String, Written> own) {
        Set<String> chain = new LinkedHashSet<>();
        String next = base(own).orElse(DEFAULT);
        while (next != null && chain.add(next)) {
            next = base(configs.getOrDefault(next, Map.of())).orElse(null);
        }
        return new ArrayList<>(chain).reversed();
    }

    /** Everything that was written, by its full key. */
    Map<String, Written> all() {
        Map<String, Written> all = new TreeMap<>();
        instances.forEach((name, values) -> values
                .forEach((key, written) -> all.put(key(INSTANCES, name, key), written)));
        configs.forEach((name, values) -> values
                .forEach((key, written) -> all.put(key(CONFIGS, name, key), written)));
        return all;
    }

    private static Optional<String> base(Map<String, Written> values) {
        return Optional.ofNullable(values.get(BASE_CONFIG)).map(Written::value).map(WrittenKey::uniform);
    }

    private static void usual(Map<String, Written> values, String key, String value) {
        if (!value.isEmpty()) {
            values.put(key, new Written("", value, DEFAULT));
        }
    }
}
