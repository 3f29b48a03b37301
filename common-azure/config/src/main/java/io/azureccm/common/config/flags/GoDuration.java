package io.azureccm.common.config.flags;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in Go's syntax: {@code 1m30s}, {@code 1.5h}, {@code 300ms}, {@code 0}. */
public final class GoDuration {

    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");

    private static final Map<String, Long> NANOS = Map.of("ns", 1L, "us", 1_000L, "µs", 1_000L, "μs", 1_000L, "ms",
            1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);

    private GoDuration() {}

    /** The duration, or empty if the text is not a duration or does not fit into 64 bits of nanoseconds. */
    public static Optional<Duration> parse(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        Matcher part = PART.matcher(rest);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (end < rest.length() && part.find(end) && part.start() == end) {
            nanos = nanos
                    .add(new BigDecimal("0" + part.group(1)).multiply(BigDecimal.valueOf(NANOS.get(part.group(2)))));
            end = part.end();
        }
        boolean good = end == rest.length() && end > 0 && nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
        return good
                ? Optional.of(Duration.ofNanos(negative ? -nanos.longValue() : nanos.longValue()))
                : Optional.empty();
    }

    /** The shortest text that {@link #parse} reads as this duration. */
    public static String format(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        StringBuilder text = new StringBuilder(duration.isNegative() ? "-" : "");
        Duration positive = duration.abs();
        append(text, positive.toHours(), "h");
        append(text, positive.toMinutesPart(), "m");
        if (positive.toSeconds() == 0)
            return text.append(decimal(positive.toNanosPart(), 6)).append("ms").toString();
        if (positive.toSecondsPart() != 0 || positive.toNanosPart() != 0) {
            text.append(decimal(positive.toSecondsPart() * 1_000_000_000L + positive.toNanosPart(), 9)).append("s");
        }
        return text.toString();
    }

    private static String decimal(long value, int scale) {
        return BigDecimal.valueOf(value, scale).stripTrailingZeros().toPlainString();
    }

    private static void append(StringBuilder text, long amount, String unit) {
        if (amount != 0) {
            text.append(amount).append(unit);
        }
    }
}
