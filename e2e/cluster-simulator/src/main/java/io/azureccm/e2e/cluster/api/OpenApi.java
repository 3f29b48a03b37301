package io.azureccm.e2e.cluster.api;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.FieldType;
import io.azureccm.e2e.cluster.schema.FieldType.ListOf;
import io.azureccm.e2e.cluster.schema.FieldType.MapOf;
import io.azureccm.e2e.cluster.schema.FieldType.Scalar;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;
import io.azureccm.e2e.cluster.schema.ResourceCatalog;
import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.schema.ResourceType.Trait;
import io.azureccm.e2e.cluster.schema.TypeCatalog;

/**
 * OpenAPI v3, as far as clients need it: the paths, that patches accept {@code fieldValidation} (which tells kubectl
 * that the server validates), and the fields of each kind for {@code kubectl explain}.
 */
record OpenApi(ResourceCatalog catalog, TypeCatalog types) {
    private static final List<String> PATCH_PARAMETERS = List.of("dryRun", "fieldManager", "fieldValidation", "force");
    private static final String SCHEMAS = "#/components/schemas/";

    Optional<ObjectNode> answer(List<String> path) {
        if (path.size() < 2 || !path.getFirst().equals("openapi") || !path.get(1).equals("v3"))
            return Optional.empty();
        if (path.size() == 2)
            return Optional.of(root());
        String prefix = String.join("/", path.subList(2, path.size()));
        return groupVersions().contains(prefix) ? Optional.of(document(prefix)) : Optional.empty();
    }

    private ObjectNode root() {
        ObjectNode root = Json.object();
        ObjectNode paths = root.putObject("paths");
        for (String prefix : groupVersions()) {
            String hash = Integer.toHexString(prefix.hashCode()).toUpperCase(Locale.ROOT);
            paths.putObject(prefix).put("serverRelativeURL", "/openapi/v3/" + prefix + "?hash=" + hash);
        }
        return root;
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
        Deque<Struct> referenced = new ArrayDeque<>();
        for (ResourceType type : catalog.all()) {
            if (prefix(type).equals(prefix)) {
                path(paths, prefix, type);
                ObjectNode schema = schemas.putObject(name(types.of(type), type));
                fields(types.of(type), schema, referenced);
                groupVersionKind(schema.putArray("x-kubernetes-group-version-kind").addObject(), type);
            }
        }
        while (!referenced.isEmpty()) {
            Struct struct = referenced.pop();
            if (!schemas.has(struct.name()))
                fields(struct, schemas.putObject(struct.name()), referenced);
        }
        return document;
    }

    /** Kinds have other names than the types whose fields they share. */
    private static String name(Struct struct, ResourceType type) {
        return "kind." + type.version() + "."
                + (struct.name().isEmpty() ? type.kind() : struct.name().replace('/', '.'));
    }

    private static void path(ObjectNode paths, String prefix, ResourceType type) {
        String scope = type.namespaced() ? "/namespaces/{namespace}/" : "/";
        boolean review = type.has(Trait.REVIEW);
        ObjectNode one = paths.putObject("/" + prefix + scope + type.plural() + (review ? "" : "/{name}"));
        ObjectNode operation = one.putObject(review ? "post" : "patch");
        groupVersionKind(operation.putObject("x-kubernetes-group-version-kind"), type);
        operation.put("x-kubernetes-action", review ? "post" : "patch");
        ArrayNode parameters = operation.putArray("parameters");
        for (String name : PATCH_PARAMETERS)
            parameters.addObject().put("name", name).put("in", "query").putObject("schema").put("type", "string");
        operation.putObject("responses").putObject("200").put("description", "OK");
    }

    private void fields(Struct struct, ObjectNode schema, Deque<Struct> referenced) {
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        struct.fields().forEach((field, type) -> describe(type, properties.putObject(field), referenced));
    }

    private void describe(FieldType type, ObjectNode schema, Deque<Struct> referenced) {
        switch (type) {
            case Struct struct -> {
                referenced.push(struct);
                schema.putArray("allOf").addObject().put("$ref", SCHEMAS + struct.name());
            }
            case ListOf list -> describe(list.item(), schema.put("type", "array").putObject("items"), referenced);
            case MapOf map ->
                describe(map.value(), schema.put("type", "object").putObject("additionalProperties"), referenced);
            case Scalar scalar -> {
                switch (scalar) {
                    case INT -> schema.put("type", "integer");
                    case BOOL -> schema.put("type", "boolean");
                    case NUMBER -> schema.put("type", "number");
                    case ANY -> schema.put("type", "object");
                    case INTSTR -> schema.put("type", "string").put("format", "int-or-string");
                    case TIME -> schema.put("type", "string").put("format", "date-time");
                    case STRING, QUANTITY, BYTES -> schema.put("type", "string");
                }
            }
        }
    }

    private static void groupVersionKind(ObjectNode node, ResourceType type) {
        node.put("group", type.group()).put("version", type.version()).put("kind", type.kind());
    }
}
