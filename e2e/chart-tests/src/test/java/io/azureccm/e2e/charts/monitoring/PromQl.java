package io.azureccm.e2e.charts.monitoring;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates the part of the language of Prometheus that the alerts of the charts use, over series that are scraped each minute. Anything else
 * is an error. Other than Prometheus it does not extrapolate to the edges of a range.
 */
final class PromQl {
    private static final Pattern TOKEN = Pattern
            .compile("\\s*(\"[^\"]*\"|[a-z_][a-zA-Z0-9_]*|[0-9.]+[mh]?|=~|!~|!=|==|>=|<=|[-+*/(){}\\[\\],=<>])");
    private static final Set<String> COMPARISONS = Set.of("==", "!=", ">", "<", ">=", "<=");
    private static final Set<String> RANGES = Set.of("rate", "increase", "changes", "max_over_time");
    private static final Set<String> AGGREGATIONS = Set.of("sum", "min", "max");

    /** A value with labels; a number has none. */
    record Sample(Map<String, String> labels, double value) {}

    /** A vector of samples at a minute. */
    interface Expression {
        List<Sample> at(int minute);
    }

    private record Number(double value) implements Expression {
        @Override
        public List<Sample> at(int minute) {
            return List.of(new Sample(Map.of(), value));
        }
    }

    private final List<Series> series;
    private final List<String> tokens = new ArrayList<>();
    private int next;

    private PromQl(String text, List<Series> series) {
        this.series = series;
        Matcher token = TOKEN.matcher(text);
        int end = 0;
        while (end < text.stripTrailing().length()) {
            if (!token.find(end) || token.start() != end)
                throw new IllegalArgumentException("cannot read " + text.substring(end));
            tokens.add(token.group(1));
            end = token.end();
        }
    }

    static Expression of(String text, List<Series> series) {
        PromQl parser = new PromQl(text, series);
        Expression all = parser.sets();
        if (parser.next < parser.tokens.size())
            throw new IllegalArgumentException("not expected: " + parser.peek() + " in " + text);
        return all;
    }

    private String peek() {
        return next < tokens.size() ? tokens.get(next) : "";
    }

    private boolean takes(String token) {
        boolean is = peek().equals(token);
        if (is)
            next++;
        return is;
    }

    private void expect(String token) {
        if (!takes(token))
            throw new IllegalArgumentException("expected " + token + " instead of " + peek());
    }

    private Expression sets() {
        Expression left = comparisons();
        while (peek().equals("and") || peek().equals("unless")) {
            boolean keeps = tokens.get(next++).equals("and");
            Set<String> ignored = takes("ignoring") ? names() : Set.of();
            Expression one = left;
            Expression other = comparisons();
            left = minute -> {
                Set<Map<String, String>> there = new HashSet<>();
                other.at(minute).forEach(sample -> there.add(without(sample.labels(), ignored)));
                return one.at(minute)
                        .stream()
                        .filter(sample -> there.contains(without(sample.labels(), ignored)) == keeps)
                        .toList();
            };
        }
        return left;
    }

    private Expression comparisons() {
        Expression left = quotients();
        while (COMPARISONS.contains(peek())) {
            String operator = tokens.get(next++);
            Expression one = left;
            Expression other = quotients();
            if (!(other instanceof Number(double limit)))
                throw new IllegalArgumentException("compared with something other than a number");
            left = minute -> one.at(minute).stream().filter(sample -> holds(operator, sample.value(), limit)).toList();
        }
        return left;
    }

    private static boolean holds(String operator, double value, double limit) {
        return switch (operator) {
            case "==" -> value == limit;
            case "!=" -> value != limit;
            case ">" -> value > limit;
            case "<" -> value < limit;
            case ">=" -> value >= limit;
            default -> value <= limit;
        };
    }

    private Expression quotients() {
        Expression left = primary();
        while (takes("/")) {
            Expression one = left;
            Expression other = primary();
            left = minute -> {
                Map<Map<String, String>, Double> divisors = new LinkedHashMap<>();
                other.at(minute).forEach(sample -> divisors.put(sample.labels(), sample.value()));
                return one.at(minute)
                        .stream()
                        .filter(sample -> divisors.containsKey(sample.labels()))
                        .map(sample -> new Sample(sample.labels(), sample.value() / divisors.get(sample.labels())))
                        .toList();
            };
        }
        return left;
    }

    private Expression primary() {
        String token = tokens.get(next++);
        if (token.equals("(")) {
            Expression inner = sets();
            expect(")");
            return inner;
        }
        if (Character.isDigit(token.charAt(0)))
            return new Number(Double.parseDouble(token));
        if (AGGREGATIONS.contains(token))
            return aggregation(token);
        if (RANGES.contains(token))
            return range(token);
        if (token.equals("absent"))
            return absent();
        if (token.equals("histogram_quantile"))
            return quantile();
        List<Series> selected = selected(token);
        return minute -> selected.stream()
                .filter(each -> each.at(minute) != null)
                .map(each -> new Sample(each.labels(), each.at(minute)))
                .toList();
    }

    private Expression absent() {
        expect("(");
        Expression inner = sets();
        expect(")");
        return minute -> inner.at(minute).isEmpty() ? List.of(new Sample(Map.of(), 1)) : List.of();
    }

    private Expression aggregation(String function) {
        Set<String> by = takes("by") ? names() : Set.of();
        expect("(");
        Expression inner = sets();
        expect(")");
        DoubleBinaryOperator joined = switch (function) {
            case "sum" -> Double::sum;
            case "min" -> Math::min;
            default -> Math::max;
        };
        return minute -> {
            Map<Map<String, String>, Double> groups = new LinkedHashMap<>();
            inner.at(minute).forEach(sample -> {
                Map<String, String> group = new TreeMap<>(sample.labels());
                group.keySet().retainAll(by);
                groups.merge(group, sample.value(), joined::applyAsDouble);
            });
            return groups.entrySet().stream().map(group -> new Sample(group.getKey(), group.getValue())).toList();
        };
    }

    private Expression range(String function) {
        expect("(");
        List<Series> selected = selected(tokens.get(next++));
        expect("[");
        int minutes = minutes(tokens.get(next++));
        expect("]");
        expect(")");
        ToDoubleFunction<List<Double>> of = switch (function) {
            case "changes" -> RangeFunctions::changes;
            case "max_over_time" -> values -> values.stream().mapToDouble(each -> each).max().orElseThrow();
            case "increase" -> RangeFunctions::increase;
            default -> values -> RangeFunctions.increase(values) / (60.0 * minutes);
        };
        int least = function.equals("rate") || function.equals("increase") ? 2 : 1;
        return minute -> selected.stream()
                .filter(each -> each.over(minute, minutes).size() >= least)
                .map(each -> new Sample(each.labels(), of.applyAsDouble(each.over(minute, minutes))))
                .toList();
    }

    private Expression quantile() {
        expect("(");
        double share = Double.parseDouble(tokens.get(next++));
        expect(",");
        Expression inner = sets();
        expect(")");
        return minute -> {
            Map<Map<String, String>, List<Sample>> histograms = new LinkedHashMap<>();
            inner.at(minute)
                    .forEach(bucket -> histograms
                            .computeIfAbsent(without(bucket.labels(), Set.of("le")), _ -> new ArrayList<>())
                            .add(bucket));
            return histograms.entrySet()
                    .stream()
                    .map(each -> new Sample(each.getKey(), RangeFunctions.quantile(share, each.getValue())))
                    .filter(each -> !Double.isNaN(each.value()))
                    .toList();
        };
    }

    private List<Series> selected(String name) {
        List<Series> found = new ArrayList<>(series.stream().filter(each -> each.name().equals(name)).toList());
        expect("{");
        while (!takes("}")) {
            String label = tokens.get(next++);
            String operator = tokens.get(next++);
            String text = tokens.get(next++).replace("\"", "");
            boolean negative = operator.startsWith("!");
            boolean pattern = operator.endsWith("~");
            found.removeIf(each -> {
                String value = each.labels().getOrDefault(label, "");
                return (pattern ? value.matches(text) : value.equals(text)) == negative;
            });
            takes(",");
        }
        return found;
    }

    private Set<String> names() {
        Set<String> names = new HashSet<>();
        expect("(");
        while (!takes(")")) {
            names.add(tokens.get(next++));
            takes(",");
        }
        return names;
    }

    static int minutes(String duration) {
        int number = Integer.parseInt(duration.substring(0, duration.length() - 1));
        return duration.endsWith("h") ? 60 * number : number;
    }

    private static Map<String, String> without(Map<String, String> labels, Set<String> ignored) {
        Map<String, String> rest = new TreeMap<>(labels);
        rest.keySet().removeAll(ignored);
        return rest;
    }
}
