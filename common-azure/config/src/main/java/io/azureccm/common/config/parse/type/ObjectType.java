package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.key.Checked;
import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyObject;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The type of objects that are read as records; a {@link KeyObject} and the {@link Key}s of its components say how. */
final class ObjectType {

    private ObjectType() {}

    static <T> ValueType<T> of(Class<T> record) {
        KeyObject form = record.getAnnotation(KeyObject.class);
        return new ValueType<>(form.value(), (place, node) -> {
            if (!(node instanceof ObjectNode object)) {
                return place.bad(node, form.value());
            }
            Fields fields = new Fields(place, object, List.of(form.unread()));
            T value = Records.of(record, component -> read(fields, component));
            if (!fields.finish()) {
                return Optional.empty();
            }
            return value instanceof Checked checked && checked.problem().isPresent()
                    ? place.field(checked.problem().get().field()).refused(checked.problem().get().message())
                    : Optional.of(value);
        }, value -> write(record, value));
    }

    private static Object read(Fields fields, RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        ValueType<?> type = ValueTypes.of(component.getGenericType(), key, key.fallback());
        Optional<?> value = key.required() ? fields.required(key.value(), type) : fields.get(key.value(), type);
        return value.isPresent()
                ? value.get()
                : component.getType() == Optional.class
                        ? Optional.empty()
                        : ValueTypes.fallback(component.getGenericType(), key.fallback());
    }

    private static ObjectNode write(Class<?> record, Object value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (RecordComponent component : record.getRecordComponents()) {
            Object field = Records.value(value, component);
            boolean empty = field instanceof Collection<?> list && list.isEmpty()
                    || field instanceof Map<?, ?> map && map.isEmpty() || field.equals(Optional.empty());
            if (!empty) {
                object.set(component.getAnnotation(Key.class).value(), written(component, field));
            }
        }
        return object;
    }

    // The value of a component has the type that its ValueType is made for.
    @SuppressWarnings("unchecked")
    private static JsonNode written(RecordComponent component, Object value) {
        Key key = component.getAnnotation(Key.class);
        return ((ValueType<Object>) ValueTypes.of(component.getGenericType(), key, key.fallback())).write(value);
    }
}
