package io.azureccm.e2e.cluster.api.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The objects of a list, watch or collection delete: the label and field selectors of the query. */
public final class Selection implements Predicate<ObjectNode> {
    private static final Set<String> EVERYWHERE = Set.of("metadata.name", "metadata.namespace");
    private final List<Predicate<ObjectNode>> conditions = new ArrayList<>();

    private Selection() {}

    /** Parses {@code labelSelector} and {@code fieldSelector}; syntax errors and unknown fields cause a 400. */
    public static Selection of(ResourceCall call) {
        Selection selection = new Selection();
        HttpRequest http = call.http();
        for (String term : terms(http.param("labelSelector")))
            selection.conditions.add(label(term));
        for (String term : http.param("fieldSelector").split(",")) {
            if (!term.isBlank())
                selection.conditions.add(field(call.type(), term.strip()));
        }
        if (!call.name().isEmpty())
            selection.conditions.add(object -> Json.text(object, "metadata", "name").equals(call.name()));
        return selection;
    }

    @Override
    public boolean test(ObjectNode object) {
        return conditions.stream().allMatch(condition -> condition.test(object));
    }

    /** Splits at commas outside of parentheses. */
    private static List<String> terms(String selector) {
        List<String> terms = new ArrayList<>();
        int depth = 0;
        StringBuilder term = new StringBuilder();
        for (char c : (selector + ",").toCharArray()) {
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                if (!term.toString().isBlank())
                    terms.add(term.toString().strip());
                term.setLength(0);
            } else {
                term.append(c);
            }
        }
        if (depth != 0)
            throw ApiError.badRequest("unable to parse requirement: found '', expected: ')'");
        return terms;
    }

    private static Predicate<ObjectNode> label(String term) {
        var set = java.util.regex.Pattern.compile("(\\S+)\\s+(in|notin)\\s*\\((.*)\\)").matcher(term);
        if (set.matches()) {
            Set<String> values = new HashSet<>(List.of(set.group(3).strip().split("\\s*,\\s*")));
            boolean in = set.group(2).equals("in");
            return object -> {
                JsonNode value = labelOf(object, set.group(1));
                return value == null ? !in : in == values.contains(value.asText());
            };
        }
        if (term.contains("=")) {
            Comparison comparison = Comparison.parse(term);
            return object -> {
                JsonNode value = labelOf(object, comparison.field());
                return comparison.negated() != (value != null && value.asText().equals(comparison.value()));
            };
        }
        boolean absent = term.startsWith("!");
        String key = checkedKey(absent ? term.substring(1).strip() : term);
        return object -> absent == (labelOf(object, key) == null);
    }

    private static String checkedKey(String key) {
        if (!key.matches("[A-Za-z0-9./_-]+"))
            throw ApiError.badRequest("unable to parse requirement: invalid label key \"" + key + "\"");
        return key;
    }

    private static JsonNode labelOf(ObjectNode object, String key) {
        return Json.at(object, "metadata", "labels", key);
    }

    private static Predicate<ObjectNode> field(ResourceType type, String term) {
        if (!term.contains("="))
            throw ApiError.badRequest("invalid selector: '" + term + "'; can't understand '" + term + "'");
        Comparison comparison = Comparison.parse(term);
        String field = comparison.field();
        if (!EVERYWHERE.contains(field) && !type.fields().contains(field))
            throw ApiError.badRequest("Unable to find \"" + type.apiVersion() + ", Resource=" + type.plural()
                    + "\" that match label selector \"\", field selector \"" + term + "\": field label not supported: "
                    + field);
        return object -> comparison.negated() != value(object, field).equals(comparison.value());
    }

    private static String value(ObjectNode object, String field) {
        return switch (field) {
            case "spec.unschedulable", "spec.hostNetwork" -> Boolean.toString(Json.flag(object, field.split("\\.")));
            case "source" -> {
                String component = Json.text(object, "source", "component");
                yield component.isEmpty() ? Json.text(object, "reportingComponent") : component;
            }
            default -> Json.text(object, field.split("\\."));
        };
    }

    private record Comparison(String field, String value, boolean negated) {
        static Comparison parse(String term) {
            int at = term.indexOf('=');
            boolean negated = at > 0 && term.charAt(at - 1) == '!';
            int end = term.startsWith("==", at) ? at + 2 : at + 1;
            return new Comparison(term.substring(0, negated ? at - 1 : at).strip(), term.substring(end).strip(),
                    negated);
        }
    }
}
