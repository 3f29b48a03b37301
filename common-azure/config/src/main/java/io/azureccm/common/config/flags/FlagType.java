package io.azureccm.common.config.flags;

import io.azureccm.common.config.options.LeaseName;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The type of a flag's value.
 *
 * @param placeholder stands for the value in the help text
 * @param expected    completes "expected ..."
 * @param reader      parses a text; empty if it is invalid
 * @param writer      formats a value for the help text
 * @param kind        whether a value is required, and whether later occurrences add to earlier ones
 */
record FlagType<T>(String placeholder, String expected, Function<String, Optional<T>> reader,
        Function<T, String> writer, Kind kind) {

    /** How occurrences are written and combined. */
    enum Kind {

        /** Needs no value: the flag alone means true. */
        SWITCH,

        /** One value; the last occurrence counts. */
        SINGLE,

        /** Values separated by commas; occurrences add up. */
        LIST
    }

    /** A comma that is not between double quotes. */
    private static final Pattern COMMA = Pattern.compile(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");

    static final FlagType<String> TEXT = single("string", "text", Optional::of, v -> v);

    static final FlagType<Boolean> BOOL = new FlagType<>("", "true or false", FlagType::bool, String::valueOf,
            Kind.SWITCH);

    static final FlagType<Duration> DURATION = single("duration",
            "a duration such as 30s, 1m30s or 12h, from 0 up", s -> GoDuration.parse(s).filter(d -> !d.isNegative()),
            GoDuration::format);

    static final FlagType<Duration> POSITIVE_DURATION = single("duration",
            "a duration above zero such as 30s, 1m30s or 12h",
            s -> GoDuration.parse(s).filter(Duration::isPositive), GoDuration::format);

    static final FlagType<Double> DECIMAL = single("number", "a number", FlagType::decimal, FlagType::plain);

    static final FlagType<List<String>> LIST = new FlagType<>("list", "values separated by commas", FlagType::list,
            v -> String.join(",", v), Kind.LIST);

    static final FlagType<List<LeaseName>> LEASES = new FlagType<>("list",
            "leases such as kube-system/cloud-controller-manager, separated by commas", FlagType::leases,
            v -> v.stream().map(LeaseName::toString).collect(Collectors.joining(",")), Kind.LIST);

    static FlagType<Integer> integer(int min, int max) {
        String expected = max == Integer.MAX_VALUE
                ? "a whole number from " + min + " up"
                : "a whole number from " + min + " to " + max;
        return single("int", expected, s -> whole(s).filter(n -> n >= min && n <= max), String::valueOf);
    }

    static <T> FlagType<T> single(String placeholder, String expected, Function<String, Optional<T>> reader,
            Function<T, String> writer) {
        return new FlagType<>(placeholder, expected, reader, writer, Kind.SINGLE);
    }

    private static Optional<Boolean> bool(String text) {
        return switch (text) {
            case "1", "t", "T", "true", "TRUE", "True" -> Optional.of(true);
            case "0", "f", "F", "false", "FALSE", "False" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static Optional<Integer> whole(String text) {
        try {
            return Optional.of(Integer.decode(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Double> decimal(String text) {
        try {
            return Optional.of(Double.valueOf(text)).filter(Double::isFinite);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static Optional<List<LeaseName>> leases(String text) {
        List<Optional<LeaseName>> read = list(text).orElseThrow().stream().map(LeaseName::parse).toList();
        return read.stream().allMatch(Optional::isPresent)
                ? Optional.of(read.stream().map(Optional::orElseThrow).toList())
                : Optional.empty();
    }

    private static Optional<List<String>> list(String text) {
        return Optional.of(Arrays.stream(COMMA.split(text))
                .map(String::strip)
                .map(FlagType::unquoted)
                .filter(s -> !s.isEmpty())
                .toList());
    }

    private static String unquoted(String text) {
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
                : text;
    }
}
