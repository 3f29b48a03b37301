package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.config.key.TextForm;
import io.azureccm.common.config.value.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Types of the values that are single scalars. */
final class ScalarTypes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    static final ValueType<String> URL = new ValueType<>(TextForm.URL.expected(),
            ScalarTypes::url, JSON::textNode);

    static final ValueType<Boolean> BOOL = new ValueType<>("true or false", ScalarTypes::bool,
            JSON::booleanNode);

    static final ValueType<Secret> SECRET = new ValueType<>("a string", (place, node) -> node.isValueNode()
            ? Optional.of(Secret.of(node.asText()))
            : place.refused("the (redacted) value is not valid, expected a string"),
            value -> JSON.textNode(value.toString()), true);

    private ScalarTypes() {}

    /** A whole number from 0; zero means the default. */
    static ValueType<Integer> integer(int max, int whenZero) {
        String range = max == Integer.MAX_VALUE ? " up" : " to " + max;
        return ValueType.of("a whole number from 0" + range,
                node -> wholeNumber(node).filter(n -> n >= 0 && n <= max).map(n -> n == 0 ? whenZero : n),
                JSON::numberNode);
    }

    static ValueType<Double> decimal(double whenZero) {
        return ValueType.of("a number of at least 0",
                node -> Optional.of(node.doubleValue())
                        .filter(n -> node.isNumber() && Double.isFinite(n) && n >= 0)
                        .map(n -> n == 0 ? whenZero : n),
                JSON::numberNode);
    }

    static ValueType<String> text(TextForm form) {
        return ValueType.of(form.expected(), node -> Optional.of(node.asText().strip())
                .filter(text -> node.isValueNode() && !node.isNull() && form.fits(text))
                .map(text -> form == TextForm.REGION ? text.replace(" ", "").toLowerCase(Locale.ROOT) : text),
                JSON::textNode);
    }

    private static Optional<String> url(ValueType.Place place, JsonNode node) {
        String text = node.isTextual() ? node.textValue().strip() : null;
        if (text != null && text.contains("@")) {
            return place.refused("the (redacted) value contains a user name or password, expected " + URL.expected());
        }
        return text != null && (text.isEmpty() || absoluteHttp(text))
                ? Optional.of(text)
                : place.bad(node, URL.expected());
    }

    private static boolean absoluteHttp(String text) {
        try {
            URI uri = new URI(text);
            return uri.getHost() != null && uri.getUserInfo() == null
                    && ("https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme()));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** YAML reads the letters y and n as booleans; this parser does not. */
    private static Optional<Boolean> bool(ValueType.Place place, JsonNode node) {
        if (node.isTextual() && node.textValue().matches("[yYnN]"))
            return Optional.of(node.textValue().equalsIgnoreCase("y"));
        return node.isBoolean()
                ? Optional.of(node.booleanValue())
                : place.bad(node, node.isTextual() ? "true or false without quotes" : BOOL.expected());
    }

    /** A number of seconds; zero means the default, and perhaps what is negative, too. */
    static ValueType<Duration> seconds(Duration whenZero, boolean negativeToo) {
        String expected = "a whole number of seconds, at least 0";
        return new ValueType<>(expected, (place, node) -> {
            Optional<Integer> number = wholeNumber(node).filter(n -> negativeToo || n >= 0);
            if (number.isEmpty()) {
                return place.bad(node, expected);
            }
            if (number.get() < 0) {
                place.warn("value " + number.get() + " is negative, " + whenZero.toSeconds() + " is used");
            }
            return number.map(n -> n <= 0 ? whenZero : Duration.ofSeconds(n));
        }, value -> JSON.numberNode(value.toSeconds()));
    }

    private static Optional<Integer> wholeNumber(JsonNode node) {
        boolean whole = node.isNumber() && node.canConvertToExactIntegral() && node.canConvertToInt();
        return whole ? Optional.of(node.intValue()) : Optional.empty();
    }
}
