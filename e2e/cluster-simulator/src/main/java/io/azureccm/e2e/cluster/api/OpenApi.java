package io.azureccm.e2e.cluster.api;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceCatalog;
import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.schema.ResourceType.Trait;

/**
 * OpenAPI v3, as far as clients need it: the paths, and that patches take {@code fieldValidation}, by which kubectl
 * sees that the server validates and leaves it to it.
 */
final class OpenApi {
    private static final List<String> PATCH_PARAMETERS = List.of("dryRun", "fieldManager", "fieldValidation", "force");
    private final ResourceCatalog catalog;

    OpenApi(ResourceCatalog catalog) {
        this.catalog = catalog;
    }

    Optional<ObjectNode> answer(List<String> path) {
        if (path.size() < 2 || !path.getFirst().equals("openapi") || !path.get(1).equals("v3")) {
            return Optional.empty();
        }
        if (path.size() == 2) {
            ObjectNode root = Json.object();
            ObjectNode paths = root.putObject("paths");
            groupVersions().forEach(prefix -> paths.putObject(prefix)
                    .put("serverRelativeURL", "/openapi/v3/" + prefix + "?hash="
                            + Integer.toHexString(prefix.hashCode()).toUpperCase(Locale.ROOT)));
            return Optional.of(root);
        }
        String prefix = String.join("/", path.subList(2, path.size()));
        return groupVersions().contains(prefix) ? Optional.of(document(prefix)) : Optional.empty();
    }

    private Set<String> groupVersions() {
        Set<String> prefixes = new LinkedHashSet<>();
        catalog.all().forEach(type -> prefixes.add(prefix(type)));
        return prefixes;
    }

    private static String prefix(ResourceType type) {
        return (type.group().isEmpty() ? "api/" : "apis/") + type.apiVersion();
    }

    private ObjectNode document(String prefix) {
        ObjectNode document = Json.object().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", "v1.32.0");
        ObjectNode paths = document.putObject("paths");
        ObjectNode schemas = Json.ensure(document, "components", "schemas");
        for (ResourceType type : catalog.all()) {
            if (prefix(type).equals(prefix)) {
                String scope = type.namespaced() ? "/namespaces/{namespace}/" : "/";
                ObjectNode one = paths
                        .putObject("/" + prefix + scope + type.plural() + (type.has(Trait.REVIEW) ? "" : "/{name}"));
                operation(one.putObject(type.has(Trait.REVIEW) ? "post" : "patch"), type);
                ObjectNode schema = schemas.putObject("io.k8s." + prefix.replace('/', '.') + "." + type.kind());
                schema.put("type", "object");
                groupVersionKind(schema.putArray("x-kubernetes-group-version-kind").addObject(), type);
            }
        }
        return document;
    }

    private static void operation(ObjectNode operation, ResourceType type) {
        groupVersionKind(operation.putObject("x-kubernetes-group-version-kind"), type);
        operation.put("x-kubernetes-action", type.has(Trait.REVIEW) ? "post" : "patch");
        ArrayNode parameters = operation.putArray("parameters");
        for (String name : PATCH_PARAMETERS) {
            parameters.addObject().put("name", name).put("in", "query").putObject("schema").put("type", "string");
        }
        operation.putObject("responses").putObject("200").put("description", "OK");
    }

    private static void groupVersionKind(ObjectNode node, ResourceType type) {
        node.put("group", type.group()).put("version", type.version()).put("kind", type.kind());
    }
}
