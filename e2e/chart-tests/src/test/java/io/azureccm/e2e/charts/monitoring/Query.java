package io.azureccm.e2e.charts.monitoring;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A query in the language of Prometheus, as far as the charts use it: every metric has its labels in braces. */
record Query(String text) {
    private static final Pattern SELECTOR = Pattern.compile("([a-z_][a-zA-Z0-9_]*)\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("([a-zA-Z_]\\w*)\\s*(?:=~|!~|!=|=)\\s*\"[^\"]*\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|without|ignoring) \\(([^)]*)\\)");
    private static final Pattern RATED = Pattern
            .compile("\\b(?:rate|increase|changes)\\(([a-z_][a-zA-Z0-9_]*)\\{[^}]*}\\[\\d+[mh]\\]\\)");
    private static final Pattern CALL = Pattern.compile("\\b([a-z_]+)(?= ?\\()");
    private static final Set<String> KNOWN = Set.of("rate", "increase", "changes", "max_over_time", "sum", "min", "max",
            "absent",
            "histogram_quantile", "by", "ignoring", "on");

    /** Names of series. */
    Set<String> series() {
        return groups(SELECTOR, 1);
    }

    /** Labels that the selectors of a series name. */
    Set<String> selected(String series) {
        Set<String> labels = new TreeSet<>();
        SELECTOR.matcher(text)
                .results()
                .filter(found -> found.group(1).equals(series))
                .forEach(found -> labels.addAll(new Query(found.group(2)).groups(MATCHER, 1)));
        return labels;
    }

    /** Labels that results are grouped or matched by. */
    Set<String> grouped() {
        Set<String> labels = new TreeSet<>();
        groups(GROUPING, 1).forEach(list -> labels.addAll(List.of(list.split(", *"))));
        return labels;
    }

    /** Series whose rise is asked for. */
    Set<String> rated() {
        return groups(RATED, 1);
    }

    /** What is wrong with it, empty when nothing is. */
    String problem() {
        if (series().isEmpty())
            return "asks for no metric";
        if (!balanced())
            return "brackets do not match";
        Set<String> unknown = groups(CALL, 1);
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty())
            return "unknown functions " + unknown;
        if (text.contains("histogram_quantile") && !grouped().contains("le"))
            return "a quantile needs the label le";
        String rest = SELECTOR.matcher(text).replaceAll("m");
        return rest.contains("{") || rest.contains("\"") ? "a selector is not closed" : "";
    }

    private boolean balanced() {
        int depth = 0;
        for (char character : text.replaceAll("\"[^\"]*\"", "").toCharArray()) {
            if ("([{".indexOf(character) >= 0)
                depth++;
            if (")]}".indexOf(character) >= 0 && --depth < 0)
                return false;
        }
        return depth == 0;
    }

    private Set<String> groups(Pattern pattern, int group) {
        Matcher matcher = pattern.matcher(text);
        Set<String> found = new TreeSet<>();
        matcher.results().map((MatchResult result) -> result.group(group)).forEach(found::add);
        return found;
    }
}
