package io.azureccm.common.boot.settings;

import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.ResolvableType;
import org.springframework.util.unit.DataSize;

/** One key of a settings record, full and in kebab case, with the type of its value. */
record SettingKey(String name, String uniform, ResolvableType type) {
    private SettingKey(String name, ResolvableType type) {
        this(name, uniform(name), type);
    }

    static List<SettingKey> of(Class<? extends Record> settings) {
        return under(prefix(settings), settings).toList();
    }

    static String prefix(Class<?> settings) {
        return settings.getAnnotation(ConfigurationProperties.class).value();
    }

    private static Stream<SettingKey> under(String prefix, Class<?> settings) {
        return Arrays.stream(settings.getRecordComponents()).flatMap(component -> of(prefix, component));
    }

    private static Stream<SettingKey> of(String prefix, RecordComponent component) {
        String name = prefix + "." + kebab(component.getName());
        Type type = component.getGenericType();
        return component.getType().isRecord()
                ? under(name, component.getType())
                : Stream.of(new SettingKey(name, ResolvableType.forType(type)));
    }

    private static String kebab(String name) {
        StringBuilder kebab = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char at = name.charAt(i);
            if (i > 0 && isUpper(at) && isLowerOrDigit(name.charAt(i - 1)))
                kebab.append('-');
            kebab.append(at);
        }
        return kebab.toString().toLowerCase(Locale.ROOT);
    }

    private static boolean isUpper(char at) {
        return at >= 'A' && at <= 'Z';
    }

    private static boolean isLowerOrDigit(char at) {
        return at >= 'a' && at <= 'z' || at >= '0' && at <= '9';
    }

    /** The value in a settings record, as text unless it is a simple type. */
    Object in(Record settings) {
        Object value = settings;
        String rest = name.substring(prefix(settings.getClass()).length() + 1);
        for (String part : rest.split("\\.")) {
            value = value == null ? null : component(value, part);
        }
        return value == null || value instanceof Number || value instanceof Boolean || value instanceof Map
                ? value
                : value.toString();
    }

    private static Object component(Object holder, String part) {
        for (RecordComponent component : holder.getClass().getRecordComponents()) {
            if (kebab(component.getName()).equals(part)) {
                try {
                    return component.getAccessor().invoke(holder);
                } catch (ReflectiveOperationException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        }
        throw new IllegalStateException(holder.getClass() + " has no " + part);
    }

    /** True if {@code written}, in its {@link #uniform(String) uniform} spelling, is this key or an entry of it. */
    boolean takes(String written) {
        return written.equals(uniform) || written.startsWith(uniform) && isOpen();
    }

    /** True if the value has entries with keys of their own. */
    private boolean isOpen() {
        Class<?> raw = type.toClass();
        return Map.class.isAssignableFrom(raw) || Collection.class.isAssignableFrom(raw) || raw.isArray();
    }

    /**
     * The uniform spelling, since environment variables cannot distinguish a dash from a dot. Avoids regular expressions,
     * since a start calls this for every property.
     */
    static String uniform(String written) {
        StringBuilder kept = new StringBuilder(written.length());
        for (int i = 0; i < written.length(); i++) {
            char at = written.charAt(i);
            if (isUpper(at)) {
                kept.append((char) (at - 'A' + 'a'));
            } else if (isLowerOrDigit(at) || at == '[' || at == ']') {
                kept.append(at);
            }
        }
        return kept.toString();
    }

    /** The expected format of a value, as the end of a sentence. */
    String expected() {
        Class<?> raw = type.toClass();
        if (Map.class.isAssignableFrom(raw))
            return new SettingKey(name, type.asMap().getGeneric(1)).expected();
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
