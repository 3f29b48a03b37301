package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.key.TextForm;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.limit.TagLimits;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Types of tags and labels. */
final class TagTypes {

    /** {@code a=b,c=d}. */
    static final ValueType<Map<String, String>> PAIRS = new ValueType<>(
            TextForm.TAG_PAIRS.expected(), TagTypes::pairs,
            value -> JsonNodeFactory.instance.textNode(
                    String.join(",", value.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList())));

    /** A JSON object of tags. */
    static final ValueType<Map<String, String>> OBJECT = new ValueType<>(TextForm.TAGS.expected(),
            (place, node) -> strings(place, node).map(tags -> accepted(place, tags)), TagTypes::written);

    /** A JSON object of labels. */
    private static final ValueType<Map<String, String>> LABELS = new ValueType<>(TextForm.TAGS.expected(),
            TagTypes::strings, TagTypes::written);

    /** Prefixes of names in one string, separated by commas; none if one of them is a prefix of all names. */
    static final ValueType<List<String>> COMMA_LIST = new ValueType<>(TextForm.COMMA_LIST.expected(),
            TagTypes::prefixes, value -> JsonNodeFactory.instance.textNode(String.join(",", value)));

    private TagTypes() {}

    static ValueType<Map<String, String>> of(TextForm form) {
        return switch (form) {
            case TAG_PAIRS -> PAIRS;
            case TAGS -> OBJECT;
            default -> LABELS;
        };
    }

    private static ObjectNode written(Map<String, String> value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        value.forEach(object::put);
        return object;
    }

    private static Optional<Map<String, String>> pairs(ValueType.Place place, JsonNode node) {
        if (!node.isTextual()) {
            return place.bad(node, PAIRS.expected());
        }
        Map<String, String> tags = new LinkedHashMap<>();
        for (String pair : node.textValue().split(",")) {
            String[] parts = pair.split("=", -1);
            if (pair.isBlank()) {
                continue;
            }
            if (parts.length != 2 || parts[0].isBlank()) {
                place.warn("\"" + pair.strip() + "\" is ignored, expected name=value");
                continue;
            }
            tags.put(parts[0].strip(), parts[1]);
        }
        return Optional.of(accepted(place, tags));
    }

    private static Optional<List<String>> prefixes(ValueType.Place place, JsonNode node) {
        if (!node.isTextual()) {
            return place.bad(node, TextForm.COMMA_LIST.expected());
        }
        if (node.textValue().isBlank()) {
            return Optional.of(List.of());
        }
        List<String> prefixes = Arrays.stream(node.textValue().split(",", -1)).map(String::strip).toList();
        if (prefixes.contains("")) {
            place.warn(
                    "an element is empty, so that no tag is removed; without that comma, tags that begin otherwise are");
            return Optional.of(List.of());
        }
        return Optional.of(prefixes);
    }

    private static Optional<Map<String, String>> strings(ValueType.Place place, JsonNode node) {
        if (!node.isObject() || node.valueStream().anyMatch(JsonNode::isContainerNode)) {
            return place.bad(node, TextForm.TAGS.expected());
        }
        Map<String, String> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            map.put(field.getKey(), field.getValue().isNull() ? "" : field.getValue().asText());
        }
        return Optional.of(map);
    }

    /**
     * Without blanks around them, and without what Azure refuses, because it would refuse every write of every tagged resource. It reserves
     * the value {@code null}, which keeps its blanks for that reason.
     */
    private static Map<String, String> accepted(ValueType.Place place, Map<String, String> given) {
        Map<String, String> tags = new LinkedHashMap<>();
        given.forEach((written, spelled) -> {
            String name = written.strip();
            String value = spelled.strip().equalsIgnoreCase("null") ? spelled : spelled.strip();
            if (name.isEmpty()) {
                place.warn("the tag with value \"" + shown(value) + "\" has no name; it is left out");
                return;
            }
            String tag = "tag \"" + shown(name) + "\" with value \"" + shown(value) + "\" ";
            Optional<String> problem = TagLimits.problem(name, value);
            if (problem.isPresent()) {
                place.warn(tag + problem.get() + "; it is left out");
                return;
            }
            if (TagLimits.isReserved(name))
                place.warn(
                        tag + "has a prefix that Azure reserves for itself, and may be refused; choose another name");
            if (tags.keySet().removeIf(name::equalsIgnoreCase))
                place.warn(tag + "is the same tag as one before it in another case, the later one is used");
            tags.put(name, value);
        });
        return tags;
    }

    private static String shown(String text) {
        return PrintableText.of(text, PrintableText.VALUE);
    }
}
