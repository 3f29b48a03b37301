package io.azureccm.credential.text;

import io.azureccm.credential.report.Failure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The values of an object by name, with type checks; null counts as absent. */
public final class Fields {
    private final String of;
    private final Map<String, Object> values;
    private final boolean anyCase;

    private Fields(String of, Map<String, Object> values, boolean anyCase) {
        this.of = of;
        this.values = values;
        this.anyCase = anyCase;
    }

    /**
     * @param of what the object is, as the start of a message
     */
    public static Fields of(String of, Object value) {
        return new Fields(of, object(of, value), false);
    }

    /** Names are case-insensitive; if several match, the last one applies. */
    public static Fields inAnyCase(String of, Object value) {
        Map<String, Object> lower = new LinkedHashMap<>();
        object(of, value).forEach((name, each) -> lower.put(name.toLowerCase(Locale.ROOT), each));
        return new Fields(of, lower, true);
    }

    private static Map<String, Object> object(String of, Object value) {
        if (!(value instanceof Map<?, ?> map))
            throw new Failure(of + " is " + kind(value) + ", not an object");
        Map<String, Object> object = new LinkedHashMap<>();
        map.forEach((name, each) -> object.put(String.valueOf(name), each));
        return object;
    }

    public Object value(String name) {
        return values.get(anyCase ? name.toLowerCase(Locale.ROOT) : name);
    }

    /** The string, or an empty one. */
    public String text(String name) {
        Object value = value(name);
        if (value == null)
            return "";
        if (value instanceof String text)
            return text;
        throw new Failure(of + ": " + name + " is " + kind(value) + ", not a string");
    }

    public boolean flag(String name) {
        Object value = value(name);
        if (value == null)
            return false;
        if (value instanceof Boolean flag)
            return flag;
        throw new Failure(of + ": " + name + " is " + kind(value) + ", not true or false");
    }

    /** An object of strings, empty if absent. */
    public Map<String, String> texts(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (value(name) == null)
            return texts;
        for (Map.Entry<String, Object> each : object(of + ": " + name, value(name)).entrySet()) {
            if (!(each.getValue() instanceof String text))
                throw new Failure(of + ": a value of " + name + " is " + kind(each.getValue()) + ", not a string");
            texts.put(each.getKey(), text);
        }
        return texts;
    }

    /** The object with this name, an empty one if absent. */
    public Fields fields(String name) {
        Object value = value(name);
        return new Fields(of, value == null ? Map.of() : object(of + ": " + name, value), anyCase);
    }

    private static String kind(Object value) {
        return switch (value) {
            case null -> "nothing";
            case String text -> "a string";
            case Boolean flag -> "true or false";
            case List<?> list -> "a list";
            case Map<?, ?> map -> "an object";
            default -> "a number";
        };
    }
}
