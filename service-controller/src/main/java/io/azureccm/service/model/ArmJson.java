package io.azureccm.service.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.ExtendedLocation;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.IpFamily;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Reads ARM resources, which stay JSON trees so that unknown properties are preserved; a missing property reads as empty. */
public final class ArmJson {
    private ArmJson() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** {@code {"id": id}}, the form in which ARM refers to another resource. */
    public static ObjectNode reference(String id) {
        return object().put("id", id);
    }

    public static String text(JsonNode tree, String... path) {
        JsonNode at = at(tree, path);
        return at == null || at.isNull() || at.isContainerNode() ? "" : at.asText();
    }

    public static Optional<ObjectNode> child(JsonNode tree, String... path) {
        return at(tree, path) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }

    /** The objects of an array; empty if there is no such array. */
    public static List<ObjectNode> list(JsonNode tree, String... path) {
        return list(tree, body -> body, path);
    }

    static <T> List<T> list(JsonNode tree, Function<ObjectNode, T> view, String... path) {
        List<T> elements = new ArrayList<>();
        if (at(tree, path) instanceof ArrayNode array) {
            for (JsonNode element : array) {
                if (element instanceof ObjectNode object)
                    elements.add(view.apply(object));
            }
        }
        return elements;
    }

    /** The ids in an array of references. */
    public static List<ArmId> ids(JsonNode tree, String... path) {
        return list(tree, path).stream().flatMap(each -> ArmId.tryParse(text(each, "id")).stream()).toList();
    }

    static ArrayNode elements(List<? extends ArmElement> elements) {
        return array(elements.stream().map(ArmElement::json).toList());
    }

    /** The family that a property of a resource names; IPv4 if it is missing. */
    public static IpFamily family(JsonNode resource, String property) {
        return text(resource, "properties", property).equalsIgnoreCase(IpFamily.IPV6.azureName())
                ? IpFamily.IPV6
                : IpFamily.IPV4;
    }

    /** Writes the edge zone of the cloud config, if any, to a resource. */
    public static void putEdgeZone(ObjectNode resource, ExtendedLocation zone) {
        if (zone.isSet())
            resource.putObject("extendedLocation").put("name", zone.name()).put("type", zone.type());
    }

    public static List<String> texts(JsonNode tree, String... path) {
        List<String> texts = new ArrayList<>();
        if (at(tree, path) instanceof ArrayNode array)
            array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    /** The elements themselves, not copies: a changed element is a new one. */
    public static ArrayNode array(Collection<? extends JsonNode> elements) {
        return JsonNodeFactory.instance.arrayNode(elements.size()).addAll(elements);
    }

    /** True if both have the same instances in the same order. */
    static boolean areSame(List<ObjectNode> one, List<ObjectNode> other) {
        return one.size() == other.size()
                && IntStream.range(0, one.size()).allMatch(at -> one.get(at) == other.get(at));
    }

    /** A copy of a resource in which these properties are null, to be set again. */
    public static ObjectNode copyWithout(ObjectNode resource, Set<String> properties) {
        ObjectNode copy = object();
        resource.properties().forEach(field -> {
            if (field.getKey().equals("properties") && field.getValue() instanceof ObjectNode values) {
                ObjectNode kept = copy.putObject(field.getKey());
                values.properties()
                        .forEach(value -> kept.set(value.getKey(),
                                properties.contains(value.getKey()) ? null : value.getValue().deepCopy()));
            } else {
                copy.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        return copy;
    }

    /** The resource without its tags, sharing the other values. */
    static ObjectNode untagged(ObjectNode resource) {
        ObjectNode rest = object();
        rest.setAll(resource);
        rest.remove("tags");
        return rest;
    }

    public static ArrayNode textArray(Collection<String> texts) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        texts.forEach(array::add);
        return array;
    }

    public static ObjectNode properties(ObjectNode resource) {
        return resource.withObject("/properties");
    }

    public static String name(JsonNode element) {
        return text(element, "name");
    }

    private static JsonNode at(JsonNode tree, String... path) {
        JsonNode at = tree;
        for (String step : path) {
            at = at == null ? null : at.get(step);
        }
        return at;
    }
}
