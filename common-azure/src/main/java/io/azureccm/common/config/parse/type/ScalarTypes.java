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

    public static final ValueType<String> TEXT = new Text("a string on one line", Pattern.compile(".*"),
            UnaryOperator.identity());

    public static final ValueType<String> ID = new Text("an id without blanks and slashes", Pattern.compile("[^\\s/]*"),
            UnaryOperator.identity());

    public static final ValueType<String> GROUP = new Text(
            "a resource group name: up to 90 letters, digits, and . _ - ( ), not ending with a period",
            Pattern.compile("|[\\p{L}\\p{N}._()-]{0,89}[\\p{L}\\p{N}_()-]"), UnaryOperator.identity());

    public static final ValueType<String> RESOURCE_NAME = new Text(
            "a resource name: up to 80 letters, digits, and . _ -, beginning with a letter or digit",
            Pattern.compile("|[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,79}"), UnaryOperator.identity());

    public static final ValueType<String> LOCATION = new Text("a region such as eastus",
            Pattern.compile("[A-Za-z0-9 ]*"), s -> s.replace(" ", "").toLowerCase(Locale.ROOT));

    public static final ValueType<String> HTTP_PATH = new Text("a path that begins with /", Pattern.compile("|/\\S*"),
            UnaryOperator.identity());

    public static final ValueType<String> URL = new Url();

    public static final ValueType<Boolean> BOOL = new Bool();

    public static final ValueType<Secret> SECRET = new SecretText();

    private ScalarTypes() {}

    /** A whole number in a range; zero stands for the default. */
    public static ValueType<Integer> integer(int min, int max, int whenZero) {
        return new Whole(min, max, whenZero);
    }

    /** A number of seconds, not negative; zero stands for the default. */
    public static ValueType<Duration> seconds(Duration whenZero) {
        return new Seconds(whenZero, false);
    }

    /** As {@link #seconds}, but a negative number stands for the default as well. */
    public static ValueType<Duration> secondsOrDefault(Duration whenNotPositive) {
        return new Seconds(whenNotPositive, true);
    }

    public static ValueType<Double> decimal(double whenZero) {
        return new Decimal(whenZero);
    }

    private record Text(String expected, Pattern pattern, UnaryOperator<String> normal) implements ValueType<String> {

        @Override
        public Optional<String> read(Place place, JsonNode node) {
            if (!node.isValueNode() || node.isNull()) {
                return place.bad(node, expected);
            }
            String text = node.asText().strip();
            return pattern.matcher(text).matches() ? Optional.of(normal.apply(text)) : place.bad(node, expected);
        }

        @Override
        public JsonNode write(String value) {
            return JsonNodeFactory.instance.textNode(value);
        }
    }

    private record Url() implements ValueType<String> {

        @Override
        public String expected() {
            return "a URL such as https://management.example.com/";
        }

        @Override
        public Optional<String> read(Place place, JsonNode node) {
            String text = node.isTextual() ? node.textValue().strip() : null;
            if (text != null && text.contains("@")) {
                return place.refused("the (redacted) value holds a user name or password, expected " + expected());
            }
            return text != null && (text.isEmpty() || absoluteHttp(text))
                    ? Optional.of(text)
                    : place.bad(node, expected());
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

        @Override
        public JsonNode write(String value) {
            return JsonNodeFactory.instance.textNode(value);
        }
    }

    /** YAML takes the letters y and n for booleans, the parser in use does not. */
    private record Bool() implements ValueType<Boolean> {

        @Override
        public String expected() {
            return "true or false";
        }

        @Override
        public Optional<Boolean> read(Place place, JsonNode node) {
            if (node.isTextual() && node.textValue().matches("[yYnN]"))
                return Optional.of(node.textValue().equalsIgnoreCase("y"));
            return node.isBoolean()
                    ? Optional.of(node.booleanValue())
                    : place.bad(node, node.isTextual() ? "true or false without quotes" : expected());
        }

        @Override
        public JsonNode write(Boolean value) {
            return JsonNodeFactory.instance.booleanNode(value);
        }
    }

    private record SecretText() implements ValueType<Secret> {

        @Override
        public String expected() {
            return "a string";
        }

        @Override
        public Optional<Secret> read(Place place, JsonNode node) {
            return node.isValueNode()
                    ? Optional.of(Secret.of(node.asText()))
                    : place.refused("the (redacted) value is not valid, expected a string");
        }

        @Override
        public JsonNode write(Secret value) {
            return JsonNodeFactory.instance.textNode(value.toString());
        }

        @Override
        public boolean secret() {
            return true;
        }
    }

    private record Whole(int min, int max, int whenZero) implements ValueType<Integer> {

        @Override
        public String expected() {
            return max == Integer.MAX_VALUE
                    ? "a whole number from " + min + " up"
                    : "a whole number from " + min + " to " + max;
        }

        @Override
        public Optional<Integer> read(Place place, JsonNode node) {
            Optional<Integer> number = wholeNumber(node).filter(n -> n >= min && n <= max);
            return number.isPresent() ? number.map(n -> n == 0 ? whenZero : n) : place.bad(node, expected());
        }

        @Override
        public JsonNode write(Integer value) {
            return JsonNodeFactory.instance.numberNode(value);
        }
    }

    private record Seconds(Duration whenZero, boolean negativeToo) implements ValueType<Duration> {

        @Override
        public String expected() {
            return "a whole number of seconds from 0 up";
        }

        @Override
        public Optional<Duration> read(Place place, JsonNode node) {
            Optional<Integer> number = wholeNumber(node).filter(n -> negativeToo || n >= 0);
            if (number.isEmpty()) {
                return place.bad(node, expected());
            }
            if (number.get() < 0) {
                place.warn("value " + number.get() + " is below zero, " + whenZero.toSeconds() + " is used");
            }
            return number.map(n -> n <= 0 ? whenZero : Duration.ofSeconds(n));
        }

        @Override
        public JsonNode write(Duration value) {
            return JsonNodeFactory.instance.numberNode(value.toSeconds());
        }
    }

    private record Decimal(double whenZero) implements ValueType<Double> {

        @Override
        public String expected() {
            return "a number from 0 up";
        }

        @Override
        public Optional<Double> read(Place place, JsonNode node) {
            boolean good = node.isNumber() && Double.isFinite(node.doubleValue()) && node.doubleValue() >= 0;
            return good
                    ? Optional.of(node.doubleValue() == 0 ? whenZero : node.doubleValue())
                    : place.bad(node, expected());
        }

        @Override
        public JsonNode write(Double value) {
            return JsonNodeFactory.instance.numberNode(value);
        }
    }

    private static Optional<Integer> wholeNumber(JsonNode node) {
        boolean whole = node.isNumber() && node.canConvertToExactIntegral() && node.canConvertToInt();
        return whole ? Optional.of(node.intValue()) : Optional.empty();
    }
}
