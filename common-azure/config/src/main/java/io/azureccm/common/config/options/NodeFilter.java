package io.azureccm.common.config.options;

import io.azureccm.common.config.value.LabelSelector.Operator;
import io.azureccm.common.config.value.LabelSelector.Requirement;
import io.azureccm.common.config.value.LabelSelector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A label selector in the syntax of {@code kubectl -l}, as text and in parsed form. */
public record NodeFilter(String text, LabelSelector selector) {

    private static final String KEY = "([A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?)";

    private static final String VALUE = "([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?";

    private static final Pattern PRESENT = Pattern.compile("(?<not>!?)\\s*(?<key>" + KEY + ")");

    private static final Pattern EQUAL = Pattern
            .compile("(?<key>" + KEY + ")\\s*(?<op>==?|!=)\\s*(?<value>" + VALUE + ")");

    private static final Pattern SET = Pattern
            .compile("(?<key>" + KEY + ")\\s+(?<op>in|notin)\\s*\\((?<values>[^()]*)\\)");

    private static final Pattern SEPARATOR = Pattern.compile(",(?![^(]*\\))");

    /** The filter, or empty if the text is not a selector. */
    public static Optional<NodeFilter> parse(String text) {
        List<Requirement> requirements = new ArrayList<>();
        for (String part : SEPARATOR.split(text, -1)) {
            Optional<Requirement> requirement = requirement(part.strip());
            if (requirement.isEmpty()) {
                return Optional.empty();
            }
            requirements.add(requirement.get());
        }
        return Optional.of(new NodeFilter(text.strip(), new LabelSelector(Map.of(), requirements)));
    }

    private static Optional<Requirement> requirement(String part) {
        Matcher equal = EQUAL.matcher(part);
        if (equal.matches()) {
            Operator operator = equal.group("op").equals("!=") ? Operator.NOT_IN : Operator.IN;
            return Optional.of(new Requirement(equal.group("key"), operator, List.of(equal.group("value"))));
        }
        Matcher set = SET.matcher(part);
        if (set.matches()) {
            List<String> values = Arrays.stream(set.group("values").split(",", -1)).map(String::strip).toList();
            Operator operator = set.group("op").equals("in") ? Operator.IN : Operator.NOT_IN;
            return values.stream().allMatch(v -> v.matches(VALUE))
                    ? Optional.of(new Requirement(set.group("key"), operator, values))
                    : Optional.empty();
        }
        Matcher present = PRESENT.matcher(part);
        return present.matches()
                ? Optional.of(new Requirement(present.group("key"),
                        present.group("not").isEmpty() ? Operator.EXISTS : Operator.DOES_NOT_EXIST, List.of()))
                : Optional.empty();
    }
}
