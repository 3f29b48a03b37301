package io.azureccm.common.config.parse.key;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.KeyedEnum;
import io.azureccm.common.config.key.Keys;
import io.azureccm.common.config.key.WrittenAs;
import io.azureccm.common.config.parse.type.Records;
import io.azureccm.common.config.parse.type.ValueType;
import io.azureccm.common.config.parse.type.ValueTypes;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The keys that the records of a config declare, and records made of their values. */
public final class RecordKeys {

    private RecordKeys() {}

    /** In the order of the components. */
    static List<ConfigKey<?>> of(Class<CloudConfig> config) {
        List<ConfigKey<?>> keys = new ArrayList<>();
        collect(config, KeyGroup.LOADING, UnaryOperator.identity(), keys);
        return keys;
    }

    private static void collect(Class<?> type, KeyGroup outer, Function<Object, Object> from, List<ConfigKey<?>> into) {
        WrittenAs written = type.getAnnotation(WrittenAs.class);
        if (written != null) {
            collect(written.value(), outer, from.andThen(value -> Records.converted(value, written.value())), into);
            return;
        }
        Keys keys = type.getAnnotation(Keys.class);
        KeyGroup group = keys == null ? outer : keys.value();
        for (RecordComponent component : type.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            Function<Object, Object> value = from.andThen(of -> Records.value(of, component));
            if (key == null) {
                collect(component.getType(), group, value, into);
            } else if (key.value().equals(Key.FOR_EACH)) {
                Type each = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[1];
                constants(component).forEach(constant -> into.add(key(constant.key(), group, constant.effect(),
                        ValueTypes.of(each, key, constant.fallback()), ValueTypes.fallback(each, constant.fallback()),
                        value.andThen(map -> ((Map<?, ?>) map).get(constant)))));
            } else {
                Type generic = component.getGenericType();
                into.add(key(key.value(), group, key.effect(), ValueTypes.of(generic, key, key.fallback()),
                        ValueTypes.fallback(generic, key.fallback()), value));
            }
        }
    }

    // A component's value and default have the type that its ValueType was made for.
    @SuppressWarnings("unchecked")
    private static ConfigKey<?> key(String name, KeyGroup group, String effect, ValueType<?> type, Object fallback,
            Function<Object, Object> from) {
        return new ConfigKey<>(name, group, (ValueType<Object>) type, fallback, effect, from::apply);
    }

    /** The record whose keys have the values that this function gives for their names. */
    public static <T> T bind(Class<T> type, Function<String, Object> values) {
        WrittenAs written = type.getAnnotation(WrittenAs.class);
        if (written != null) {
            return type.cast(bind(written.value(), values).meaning());
        }
        return Records.of(type, component -> {
            Key key = component.getAnnotation(Key.class);
            if (key == null) {
                return bind(component.getType(), values);
            }
            if (!key.value().equals(Key.FOR_EACH)) {
                return values.apply(key.value());
            }
            Map<KeyedEnum, Object> each = new LinkedHashMap<>();
            constants(component).forEach(constant -> each.put(constant, values.apply(constant.key())));
            return each;
        });
    }

    private static List<KeyedEnum> constants(RecordComponent component) {
        Type keyedBy = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
        return List.of((KeyedEnum[]) ((Class<?>) keyedBy).getEnumConstants());
    }
}
