package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.config.value.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Types of the values that are single scalars. */
public final class ScalarTypes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    public static final ValueType<String> TEXT = text("a string on one line", ".*", UnaryOperator.identity());

    public static final ValueType<String> ID = text("an id without blanks and slashes", "[^\\s/]*",
            UnaryOperator.identity());

    public static final ValueType<String> GROUP = text(
            "a resource group name: up to 90 letters, digits, and . _ - ( ), not ending with a period",
            "|[\\p{L}\\p{N}._()-]{0,89}[\\p{L}\\p{N}_()-]", UnaryOperator.identity());

    public static final ValueType<String> RESOURCE_NAME = text(
            "a resource name: up to 80 letters, digits, and . _ -, beginning with a letter or digit",
            "|[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,79}", UnaryOperator.identity());

    public static final ValueType<String> LOCATION = text("a region such as eastus", "[A-Za-z0-9 ]*",
            s -> s.replace(" ", "").toLowerCase(Locale.ROOT));

    public static final ValueType<String> HTTP_PATH = text("a path that begins with /", "|/\\S*",
            UnaryOperator.identity());

    public static final ValueType<String> URL = new SimpleType<>("a URL such as https://management.example.com/",
            ScalarTypes::url, JSON::textNode);

    public static final ValueType<Boolean> BOOL = new SimpleType<>("true or false", ScalarTypes::bool,
            JSON::booleanNode);

    public static final ValueType<Secret> SECRET = new SimpleType<>("a string", (place, node) -> node.isValueNode()
            ? Optional.of(Secret.of(node.asText()))
            : place.refused("the (redacted) value is not valid, expected a string"),
            value -> JSON.textNode(value.toString()), true);

    private ScalarTypes() {}

    /** A whole number in a range; zero means the default. */
    public static ValueType<Integer> integer(int min, int max, int whenZero) {
        String range = max == Integer.MAX_VALUE ? " up" : " to " + max;
        return SimpleType.of("a whole number from " + min + range,
                node -> wholeNumber(node).filter(n -> n >= min && n <= max).map(n -> n == 0 ? whenZero : n),
                JSON::numberNode);
    }

    /** A number of seconds, not negative; zero means the default. */
    public static ValueType<Duration> seconds(Duration whenZero) {
        return seconds(whenZero, false);
    }

    /** Like {@link #seconds}, but a negative number also means the default. */
    public static ValueType<Duration> secondsOrDefault(Duration whenNotPositive) {
        return seconds(whenNotPositive, true);
    }

    public static ValueType<Double> decimal(double whenZero) {
        return SimpleType.of("a number of at least 0",
                node -> Optional.of(node.doubleValue())
                        .filter(n -> node.isNumber() && Double.isFinite(n) && n >= 0)
                        .map(n -> n == 0 ? whenZero : n),
                JSON::numberNode);
    }

    private static ValueType<String> text(String expected, String pattern, UnaryOperator<String> normal) {
        Pattern allowed = Pattern.compile(pattern);
        return SimpleType.of(expected, node -> Optional.of(node.asText().strip())
                .filter(text -> node.isValueNode() && !node.isNull() && allowed.matcher(text).matches())
                .map(normal), JSON::textNode);
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

    private static ValueType<Duration> seconds(Duration whenZero, boolean negativeToo) {
        String expected = "a whole number of seconds, at least 0";
        return new SimpleType<>(expected, (place, node) -> {
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
