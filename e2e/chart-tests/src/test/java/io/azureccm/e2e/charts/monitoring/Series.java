package io.azureccm.e2e.charts.monitoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A series that is scraped each minute; {@code null} is a scrape that misses it. Written as for the unit tests of Prometheus:
 * {@code metric{label="value"}}, and {@code 3x4} for 3 five times, {@code 0+2x3} for 0 2 4 6, and {@code _x1} for two that are missing.
 */
record Series(String name, Map<String, String> labels, List<Double> values) {
    private static final Pattern METRIC = Pattern.compile("([a-z_0-9]+)(?:\\{(.*)})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Pattern PART = Pattern.compile("(_|-?[0-9.]+)(?:\\+([0-9.]+))?(?:x(\\d+))?");

    static Series of(String metric, String values, String job) {
        Matcher name = matched(METRIC, metric);
        Map<String, String> labels = new TreeMap<>(Map.of("job", job));
        if (name.group(2) != null)
            LABEL.matcher(name.group(2)).results().forEach(each -> labels.put(each.group(1), each.group(2)));
        List<Double> all = new ArrayList<>();
        for (String part : values.split(" +")) {
            Matcher one = matched(PART, part);
            int more = one.group(3) == null ? 0 : Integer.parseInt(one.group(3));
            double step = one.group(2) == null ? 0 : Double.parseDouble(one.group(2));
            for (int i = 0; i <= more; i++) {
                all.add(one.group(1).equals("_") ? null : (Double) (Double.parseDouble(one.group(1)) + i * step));
            }
        }
        return new Series(name.group(1), labels, all);
    }

    private static Matcher matched(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches())
            throw new IllegalArgumentException("not a series: " + text);
        return matcher;
    }

    /** The value of the last scrape; {@code null} if that misses it. */
    Double at(int minute) {
        return minute >= 0 && minute < values.size() ? values.get(minute) : null;
    }

    /** The values of the scrapes after {@code minute - window}, up to {@code minute}. */
    List<Double> over(int minute, int window) {
        List<Double> found = new ArrayList<>();
        for (int each = Math.max(0, minute - window + 1); each <= minute; each++) {
            if (at(each) != null)
                found.add(at(each));
        }
        return found;
    }
}
