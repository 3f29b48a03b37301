package io.azureccm.common.config.value;

import io.azureccm.common.config.key.Checked;
import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyObject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A Kubernetes label selector; the empty one matches everything. All requirements must be met. */
@KeyObject("a label selector: an object with matchLabels and matchExpressions")
public record LabelSelector(
        @Key("matchLabels") Map<String, String> matchLabels,
        @Key("matchExpressions") List<Requirement> matchExpressions) {

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
    @KeyObject("an object with key, operator and values")
    public record Requirement(@Key(value = "key", required = true) String key,
            @Key(value = "operator", fallback = "In", required = true) Operator operator,
            @Key("values") List<String> values) implements Checked {

        public Requirement {
            values = List.copyOf(values);
        }

        @Override
        public Optional<FieldProblem> problem() {
            boolean wantsValues = operator == Operator.IN || operator == Operator.NOT_IN;
            return wantsValues == values.isEmpty()
                    ? Optional.of(new FieldProblem("values", "operator " + operator.text()
                            + (wantsValues ? " needs at least one value" : " takes no values")))
                    : Optional.empty();
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
