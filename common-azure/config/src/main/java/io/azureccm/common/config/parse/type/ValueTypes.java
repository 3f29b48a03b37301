package io.azureccm.common.config.parse.type;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyObject;
import io.azureccm.common.config.key.KeyedEnum;
import io.azureccm.common.config.key.TextForm;
import io.azureccm.common.config.value.ConfigText;
import io.azureccm.common.config.value.Secret;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the value of a record's component is read and written: follows from its Java type and its {@link Key}. */
public final class ValueTypes {

    private ValueTypes() {}

    /** The type of the values of a component. */
    public static ValueType<?> of(Type type, Key key, String fallback) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            Class<?> raw = (Class<?>) generic.getRawType();
            if (raw == Optional.class) {
                return ContainerTypes.optional(of(of[0], key, fallback), emptyIsAbsent(of[0]));
            }
            if (raw == List.class) {
                return key.is() == TextForm.COMMA_LIST
                        ? TagTypes.COMMA_LIST
                        : ContainerTypes.list(of(of[0], key, fallback));
            }
            return of[0] == String.class
                    ? TagTypes.of(key.is())
                    : ContainerTypes.byClient(constants(of[0]), of(of[1], key, fallback));
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isEnum()) {
            return EnumType.of((ConfigText[]) plain.getEnumConstants(), (ConfigText) fallback(plain, fallback), key);
        }
        return plain.isRecord() ? ObjectType.of(plain) : scalar(plain, key, fallback);
    }

    private static boolean emptyIsAbsent(Type type) {
        return type instanceof Class<?> plain && plain.isRecord()
                && plain.getAnnotation(KeyObject.class).emptyIsAbsent();
    }

    private static ValueType<?> scalar(Class<?> type, Key key, String fallback) {
        Object whenZero = fallback(type, fallback);
        return switch (type.getSimpleName()) {
            case "boolean", "Boolean" -> ScalarTypes.BOOL;
            case "int" -> ScalarTypes.integer(key.max(), (int) whenZero);
            case "double" -> ScalarTypes.decimal((double) whenZero);
            case "Duration" -> ScalarTypes.seconds((Duration) whenZero, key.negative());
            case "Secret" -> ScalarTypes.SECRET;
            case "String" -> key.is() == TextForm.URL ? ScalarTypes.URL : ScalarTypes.text(key.is());
            default -> throw new IllegalArgumentException("no key can have a value of " + type);
        };
    }

    /** A switch that can only be off: true is rejected with the reason. */
    public static ValueType<Boolean> unsupported(String reason) {
        return new ValueType<>("false", (place, node) -> ScalarTypes.BOOL.read(place, node)
                .flatMap(on -> on
                        ? place.refused("value true is not supported: " + reason + "; expected false")
                        : Optional.of(false)),
                ScalarTypes.BOOL.writer());
    }

    /** The value of a text that an annotation gives; an empty one means false, zero or empty. */
    public static Object fallback(Type type, String text) {
        if (type instanceof ParameterizedType generic) {
            Class<?> raw = (Class<?>) generic.getRawType();
            if (raw == Optional.class) {
                return text.isEmpty()
                        ? Optional.empty()
                        : Optional.of(fallback(generic.getActualTypeArguments()[0], text));
            }
            return raw == List.class ? List.of() : Map.of();
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isEnum()) {
            return Arrays.stream(plain.getEnumConstants())
                    .filter(constant -> ((ConfigText) constant).text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(plain + " has no \"" + text + "\""));
        }
        String number = text.isEmpty() ? "0" : text;
        return switch (plain.getSimpleName()) {
            case "boolean", "Boolean" -> Boolean.valueOf(text);
            case "int" -> Integer.valueOf(number);
            case "double" -> Double.valueOf(number);
            case "Duration" -> Duration.ofSeconds(Long.parseLong(number));
            case "Secret" -> Secret.of(text);
            default -> text;
        };
    }

    private static List<KeyedEnum> constants(Type type) {
        return List.of((KeyedEnum[]) ((Class<?>) type).getEnumConstants());
    }
}
