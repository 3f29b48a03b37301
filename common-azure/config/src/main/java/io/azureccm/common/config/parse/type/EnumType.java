package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.value.ConfigText;
import io.azureccm.common.config.value.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The type of values that are one of several words. */
final class EnumType {

    private EnumType() {}

    /** Words are matched in any case; an empty text means the default. The key names a word whose meaning is not supported. */
    static ValueType<ConfigText> of(ConfigText[] constants, ConfigText fallback, Key key) {
        List<String> words = Arrays.stream(constants).map(ConfigText::text).toList();
        String expected = words.stream()
                .map(w -> w.isEmpty() ? "\"\"" : w)
                .collect(Collectors.joining(", ", "one of ", ""));
        return new ValueType<>(expected, (place, node) -> {
            if (!node.isTextual()) {
                return place.bad(node, expected);
            }
            String word = node.textValue().strip();
            if (word.isEmpty()) {
                return Optional.of(fallback);
            }
            if (word.equalsIgnoreCase(key.unsupported())) {
                return place.refused("value " + place.problems().shown(node) + " is not supported: " + key.reason()
                        + "; expected " + expected);
            }
            Optional<ConfigText> found = Arrays.stream(constants)
                    .filter(c -> c.text().equalsIgnoreCase(word))
                    .findFirst();
            return found.isPresent() ? found : place.bad(node, expected + NearestName.hint(word, words));
        }, value -> JsonNodeFactory.instance.textNode(value.text()));
    }
}
