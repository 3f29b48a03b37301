package io.azureccm.common.config.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A Kubernetes label selector; the empty one matches everything. All requirements must be met. */
public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {

    /** Operators of {@link Requirement}, spelled as in Kubernetes. */
    public enum Operator implements ConfigText {

        IN("In"), NOT_IN("NotIn"), EXISTS("Exists"), DOES_NOT_EXIST("DoesNotExist");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /** One requirement for one label. {@code NotIn} also matches objects without the label. */
    public record Requirement(String key, Operator operator, List<String> values) {

        public Requirement {
            Objects.requireNonNull(key);
            Objects.requireNonNull(operator);
            values = List.copyOf(values);
        }

        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
            };
        }
    }

    public LabelSelector {
        matchLabels = Collections.unmodifiableMap(new LinkedHashMap<>(matchLabels));
        matchExpressions = List.copyOf(matchExpressions);
    }

    /** The keys of the labels that any of the selectors uses. */
    public static Set<String> keys(Stream<LabelSelector> selectors) {
        Set<String> keys = new TreeSet<>();
        selectors.forEach(selector -> {
            keys.addAll(selector.matchLabels().keySet());
            selector.matchExpressions().forEach(requirement -> keys.add(requirement.key()));
        });
        return keys;
    }

    public boolean matches(Map<String, String> labels) {
        return matchLabels.entrySet().stream().allMatch(e -> e.getValue().equals(labels.get(e.getKey())))
                && matchExpressions.stream().allMatch(r -> r.matches(labels));
    }
}
