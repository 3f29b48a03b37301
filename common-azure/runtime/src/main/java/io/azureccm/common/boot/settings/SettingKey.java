package io.azureccm.common.boot.settings;

import io.azureccm.common.boot.settings.written.WrittenKey;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.unit.DataSize;

/** One key of a settings record, full and in kebab case, with its components from that record on and the type of its value. */
record SettingKey(String name, String uniform, List<RecordComponent> path, ResolvableType type) {
    static List<SettingKey> of(Class<? extends Record> settings) {
        return under(prefix(settings), List.of(), settings).toList();
    }

    static String prefix(Class<?> settings) {
        return settings.getAnnotation(ConfigurationProperties.class).value();
    }

    private static Stream<SettingKey> under(String prefix, List<RecordComponent> parents, Class<?> settings) {
        return Arrays.stream(settings.getRecordComponents()).flatMap(component -> {
            String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
            List<RecordComponent> path = Stream.concat(parents.stream(), Stream.of(component)).toList();
            return component.getType().isRecord()
                    ? under(name, path, component.getType())
                    : Stream.of(new SettingKey(name, WrittenKey.uniform(name), path,
                            ResolvableType.forType(component.getGenericType())));
        });
    }

    /** The value in a settings record, as text unless it is a simple type. */
    Object in(Record settings) {
        Object value = settings;
        for (RecordComponent component : path) {
            value = ReflectionUtils.invokeMethod(component.getAccessor(), value);
        }
        return value == null || value instanceof Number || value instanceof Boolean || value instanceof Map
                ? value
                : value.toString();
    }

    /** True if {@code written}, in its {@link WrittenKey#uniform uniform} spelling, is this key or an entry of it. */
    boolean takes(String written) {
        return written.equals(uniform) || written.startsWith(uniform) && isOpen();
    }

    /** True if the value has entries with keys of their own. */
    private boolean isOpen() {
        Class<?> raw = type.toClass();
        return Map.class.isAssignableFrom(raw) || Collection.class.isAssignableFrom(raw) || raw.isArray();
    }

    /** The expected format of a value, as the end of a sentence. */
    String expected() {
        return expected(type);
    }

    private static String expected(ResolvableType type) {
        Class<?> raw = type.toClass();
        if (Map.class.isAssignableFrom(raw))
            return expected(type.asMap().getGeneric(1));
        if (raw.isEnum())
            return Arrays.stream(raw.getEnumConstants())
                    .map(each -> each.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .collect(Collectors.joining(" or "));
        if (raw == Duration.class)
            return "a duration such as 500ms, 30s or 5m";
        if (raw == DataSize.class)
            return "a size such as 512KB or 10MB";
        if (raw == boolean.class || raw == Boolean.class)
            return "true or false";
        if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class)
            return "a whole number";
        if (raw == double.class || raw == Double.class)
            return "a number";
        return "a " + raw.getSimpleName();
    }
}
