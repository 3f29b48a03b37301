package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
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

    private ContainerTypes() {}

    /** A value that may be left out; nothing is written then. */
    record OptionalType<T>(ValueType<T> element) implements ValueType<Optional<T>> {

        @Override
        public String expected() {
            return element.expected();
        }

        @Override
        public Optional<Optional<T>> read(Place place, JsonNode node) {
            return node.isObject() && node.isEmpty() && element instanceof ObjectType<T> object
                    && object.emptyIsAbsent()
                            ? Optional.of(Optional.empty())
                            : element.read(place, node).map(Optional::of);
        }

        @Override
        public JsonNode write(Optional<T> value) {
            return value.map(element::write).orElse(MissingNode.getInstance());
        }
    }

    /** A list whose elements all have the same type. */
    record ListType<T>(ValueType<T> element) implements ValueType<List<T>> {

        @Override
        public String expected() {
            return "a list of " + (element instanceof ObjectType
                    ? element.expected().replaceFirst("an object", "objects")
                    : "strings");
        }

        @Override
        public Optional<List<T>> read(Place place, JsonNode node) {
            if (!node.isArray()) {
                return place.bad(node, expected());
            }
            List<Optional<T>> read = new ArrayList<>();
            for (int i = 0; i < node.size(); i++) {
                read.add(element.read(place.index(i), node.get(i)));
            }
            return read.stream().allMatch(Optional::isPresent)
                    ? Optional.of(read.stream().map(Optional::orElseThrow).toList())
                    : Optional.empty();
        }

        @Override
        public JsonNode write(List<T> value) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            value.forEach(v -> array.add(element.write(v)));
            return array;
        }
    }

    /** An object whose fields have the names of keys; never written, since those keys are. */
    record ByClient<T>(List<KeyedEnum> clients, ValueType<T> element) implements ValueType<Map<KeyedEnum, T>> {

        @Override
        public String expected() {
            return "an object such as {\"loadBalancerRateLimit\": {\"cloudProviderRateLimit\": true}}";
        }

        @Override
        public Optional<Map<KeyedEnum, T>> read(Place place, JsonNode node) {
            if (!(node instanceof ObjectNode object)) {
                return place.bad(node, expected());
            }
            Fields fields = new Fields(place, object, List.of());
            Map<KeyedEnum, T> values = new LinkedHashMap<>();
            clients.forEach(
                    client -> fields.get(client.key(), element).ifPresent(value -> values.put(client, value)));
            return fields.finish() ? Optional.of(values) : Optional.empty();
        }

        @Override
        public JsonNode write(Map<KeyedEnum, T> value) {
            return MissingNode.getInstance();
        }
    }
}
