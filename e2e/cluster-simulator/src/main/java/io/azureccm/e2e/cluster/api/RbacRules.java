package io.azureccm.e2e.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.store.ObjectKey;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Authorises by the stored roles and bindings, like the RBAC authorizer; members of {@code system:masters} may do
 * everything.
 */
record RbacRules(ObjectStore store) {
    private static final String GROUP = ".rbac.authorization.k8s.io";

    /** A request to authorise; {@code resource} includes the subresource after a slash. */
    record Wish(String verb, String group, String resource, String namespace, String name) {}

    boolean allows(Caller caller, Wish wish) {
        return caller.groups().contains("system:masters")
                || rules(caller, wish.namespace()).stream().anyMatch(rule -> covers(rule, wish));
    }

    /** Whether the caller may request a non-resource path; such rules apply only cluster-wide. */
    boolean allowsPath(Caller caller, String verb, String path) {
        return caller.groups().contains("system:masters") || rules(caller, "").stream()
                .anyMatch(rule -> any(Json.texts(rule, "verbs"), verb)
                        && Json.texts(rule, "nonResourceURLs").stream().anyMatch(url -> isPath(url, path)));
    }

    private static boolean isPath(String url, String path) {
        return url.endsWith("*") ? path.startsWith(url.substring(0, url.length() - 1)) : url.equals(path);
    }

    /** All rules that apply to the caller in a namespace; an empty one selects only cluster-wide rules. */
    private List<JsonNode> rules(Caller caller, String namespace) {
        List<ObjectNode> bindings = new ArrayList<>(stored("clusterrolebindings", ""));
        if (!namespace.isEmpty())
            bindings.addAll(stored("rolebindings", namespace));
        return bindings.stream()
                .filter(binding -> Json.items(binding, "subjects").stream().anyMatch(subject -> is(subject, caller)))
                .flatMap(binding -> rules(binding).stream())
                .toList();
    }

    private List<JsonNode> rules(ObjectNode binding) {
        boolean clusterRole = Json.text(binding, "roleRef", "kind").equals("ClusterRole");
        ObjectKey key = new ObjectKey((clusterRole ? "clusterroles" : "roles") + GROUP,
                clusterRole ? "" : Json.text(binding, "metadata", "namespace"), Json.text(binding, "roleRef", "name"));
        return store.get(key).map(role -> Json.items(role, "rules")).orElse(List.of());
    }

    private static boolean is(JsonNode subject, Caller caller) {
        String name = Json.text(subject, "name");
        return switch (Json.text(subject, "kind")) {
            case "User" -> name.equals(caller.user());
            case "Group" -> caller.groups().contains(name);
            case "ServiceAccount" -> caller.user()
                    .equals("system:serviceaccount:" + Json.text(subject, "namespace") + ":" + name);
            default -> false;
        };
    }

    private static boolean covers(JsonNode rule, Wish wish) {
        List<String> names = Json.texts(rule, "resourceNames");
        return any(Json.texts(rule, "verbs"), wish.verb()) && any(Json.texts(rule, "apiGroups"), wish.group())
                && resource(Json.texts(rule, "resources"), wish.resource())
                && (names.isEmpty() || names.contains(wish.name()));
    }

    private static boolean any(List<String> allowed, String wanted) {
        return allowed.contains("*") || allowed.contains(wanted);
    }

    private static boolean resource(List<String> allowed, String wanted) {
        int slash = wanted.indexOf('/');
        return any(allowed, wanted) || slash > 0 && allowed.contains("*" + wanted.substring(slash));
    }

    private List<ObjectNode> stored(String plural, String namespace) {
        return List.copyOf(store.list(plural + GROUP, namespace, 0).objects().values());
    }
}
