package io.azureccm.e2e.cluster.admission;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.cluster.json.Json;
import java.util.List;

/** Which requests the matchConstraints of a policy, or the matchResources of a binding, match. */
record RequestMatch(JsonNode constraints) {
    /** The write to match: {@code resource} includes the subresource, such as {@code services/status}. */
    record Written(String operation, String group, String version, String resource, String name, JsonNode object,
            JsonNode namespace) {}

    /** Without rules, which only a binding may omit, every request matches. */
    boolean covers(Written written) {
        List<JsonNode> rules = Json.items(constraints, "resourceRules");
        return (rules.isEmpty() || rules.stream().anyMatch(rule -> covers(rule, written)))
                && Json.items(constraints, "excludeResourceRules").stream().noneMatch(rule -> covers(rule, written))
                && selects(constraints.path("objectSelector"), written.object())
                && selects(constraints.path("namespaceSelector"), written.namespace());
    }

    private static boolean covers(JsonNode rule, Written written) {
        List<String> names = Json.texts(rule, "resourceNames");
        return names(rule, "apiGroups", written.group()) && names(rule, "apiVersions", written.version())
                && names(rule, "operations", written.operation())
                && (names.isEmpty() || names.contains(written.name()))
                && Json.texts(rule, "resources")
                        .stream()
                        .anyMatch(resource -> isResource(resource, written.resource()));
    }

    private static boolean names(JsonNode rule, String list, String value) {
        List<String> values = Json.texts(rule, list);
        return values.contains("*") || values.contains(value);
    }

    /** A star matches all resources or, after a slash, all subresources. */
    private static boolean isResource(String pattern, String resource) {
        if (pattern.equals("*/*") || pattern.equals(resource))
            return true;
        int slash = resource.indexOf('/');
        if (slash < 0)
            return pattern.equals("*") || pattern.equals(resource + "/*");
        return pattern.equals(resource.substring(0, slash) + "/*") || pattern.equals("*" + resource.substring(slash));
    }

    private static boolean selects(JsonNode selector, JsonNode object) {
        JsonNode labels = object.at("/metadata/labels");
        return selector.path("matchLabels")
                .properties()
                .stream()
                .allMatch(label -> labels.path(label.getKey()).equals(label.getValue()))
                && Json.items(selector, "matchExpressions").stream().allMatch(each -> holds(each, labels));
    }

    private static boolean holds(JsonNode requirement, JsonNode labels) {
        String key = Json.text(requirement, "key");
        boolean among = Json.texts(requirement, "values").contains(Json.text(labels, key));
        return switch (Json.text(requirement, "operator")) {
            case "In" -> labels.has(key) && among;
            case "NotIn" -> !labels.has(key) || !among;
            case "Exists" -> labels.has(key);
            default -> !labels.has(key);
        };
    }
}
