package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.config.value.ConfigText;
import io.azureccm.common.config.value.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One of several words, in any case.
 *
 * @param whenEmpty the meaning of the empty string
 * @param refused   words whose meaning is not supported (lower case), with the reason
 */
public record EnumType<E extends Enum<E> & ConfigText>(Class<E> type, E whenEmpty, Map<String, String> refused)
        implements
            ValueType<E> {

    public static <E extends Enum<E> & ConfigText> EnumType<E> of(Class<E> type, E whenEmpty) {
        return new EnumType<>(type, whenEmpty, Map.of());
    }

    @Override
    public String expected() {
        return words().stream().map(w -> w.isEmpty() ? "\"\"" : w).collect(Collectors.joining(", ", "one of ", ""));
    }

    @Override
    public Optional<E> read(Place place, JsonNode node) {
        if (!node.isTextual()) {
            return place.bad(node, expected());
        }
        String word = node.textValue().strip();
        String reason = refused.get(word.toLowerCase(Locale.ROOT));
        if (reason != null) {
            return place
                    .refused("value " + place.problems().shown(node) + " is not supported: " + reason + "; expected "
                            + expected());
        }
        if (word.isEmpty()) {
            return Optional.of(whenEmpty);
        }
        Optional<E> found = Arrays.stream(type.getEnumConstants())
                .filter(c -> c.text().equalsIgnoreCase(word))
                .findFirst();
        return found.isPresent() ? found : place.bad(node, expected() + NearestName.hint(word, words()));
    }

    @Override
    public JsonNode write(E value) {
        return JsonNodeFactory.instance.textNode(value.text());
    }

    private List<String> words() {
        return Arrays.stream(type.getEnumConstants()).map(ConfigText::text).toList();
    }
}
