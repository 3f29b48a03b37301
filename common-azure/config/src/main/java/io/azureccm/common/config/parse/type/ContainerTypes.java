package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.key.KeyedEnum;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Types whose values contain values of another type. */
final class ContainerTypes {

    private static final String OBJECT = "an object";

    private ContainerTypes() {}

    /** A value that may be left out; nothing is written then. {@code emptyIsAbsent}: also an object without fields. */
    static <T> ValueType<Optional<T>> optional(ValueType<T> element, boolean emptyIsAbsent) {
        return new ValueType<>(element.expected(),
                (place, node) -> emptyIsAbsent && node.isObject() && node.isEmpty()
                        ? Optional.of(Optional.empty())
                        : element.read(place, node).map(Optional::of),
                value -> value.map(element::write).orElse(MissingNode.getInstance()));
    }

    /** A list whose elements all have the same type. */
    static <T> ValueType<List<T>> list(ValueType<T> element) {
        String expected = "a list of " + (element.expected().startsWith(OBJECT)
                ? element.expected().replaceFirst(OBJECT, "objects")
                : "strings");
        return new ValueType<>(expected, (place, node) -> {
            if (!node.isArray()) {
                return place.bad(node, expected);
            }
            List<Optional<T>> read = new ArrayList<>();
            for (int i = 0; i < node.size(); i++) {
                read.add(element.read(place.index(i), node.get(i)));
            }
            return read.stream().allMatch(Optional::isPresent)
                    ? Optional.of(read.stream().map(Optional::orElseThrow).toList())
                    : Optional.empty();
        }, value -> {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            value.forEach(v -> array.add(element.write(v)));
            return array;
        });
    }

    /** An object whose fields have the names of keys; never written, since those keys are. */
    static <T> ValueType<Map<KeyedEnum, T>> byClient(List<KeyedEnum> clients, ValueType<T> element) {
        String expected = "an object such as {\"loadBalancerRateLimit\": {\"cloudProviderRateLimit\": true}}";
        return new ValueType<>(expected, (place, node) -> {
            if (!(node instanceof ObjectNode object)) {
                return place.bad(node, expected);
            }
            Fields fields = new Fields(place, object, List.of());
            Map<KeyedEnum, T> values = new LinkedHashMap<>();
            clients.forEach(
                    client -> fields.get(client.key(), element).ifPresent(value -> values.put(client, value)));
            return fields.finish() ? Optional.of(values) : Optional.empty();
        }, value -> MissingNode.getInstance());
    }
}
