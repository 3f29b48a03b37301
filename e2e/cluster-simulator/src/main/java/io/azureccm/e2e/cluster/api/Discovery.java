package io.azureccm.e2e.cluster.api;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceCatalog;
import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.schema.ResourceType.Trait;

/** What clients request first: the available versions, groups and resources. */
record Discovery(ResourceCatalog catalog) {
    private static final List<String> ALL_VERBS = List.of("create", "delete", "deletecollection", "get", "list",
            "patch",
            "update", "watch");

    /**
     * The response for {@code /version}, {@code /api}, {@code /apis} and the paths directly below them, if the path is
     * one of these.
     */
    Optional<ObjectNode> answer(List<String> path, String host) {
        if (path.equals(List.of("version")))
            return Optional.of(version());
        if (path.equals(List.of("api")))
            return Optional.of(coreVersions(host));
        if (path.equals(List.of("apis"))) {
            ObjectNode list = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
            ArrayNode groups = list.putArray("groups");
            catalog.groupNames().forEach(name -> groups.add(group(name)));
            return Optional.of(list);
        }
        if (path.size() == 2 && path.getFirst().equals("api") && path.get(1).equals("v1"))
            return Optional.of(resources("", "v1"));
        if (path.size() == 2 && path.getFirst().equals("apis") && catalog.groupNames().contains(path.get(1)))
            return Optional.of(group(path.get(1)).put("kind", "APIGroup").put("apiVersion", "v1"));
        if (path.size() == 3 && path.getFirst().equals("apis") && !catalog.in(path.get(1), path.get(2)).isEmpty())
            return Optional.of(resources(path.get(1), path.get(2)));
        return Optional.empty();
    }

    private static ObjectNode version() {
        return Json.object()
                .put("major", "1")
                .put("minor", "32")
                .put("gitVersion", "v1.32.0+simulated")
                .put("gitCommit", "0000000000000000000000000000000000000000")
                .put("gitTreeState", "clean")
                .put("buildDate", "2026-01-01T00:00:00Z")
                .put("goVersion", "go1.23.0")
                .put("compiler", "javac")
                .put("platform", "linux/amd64");
    }

    private static ObjectNode coreVersions(String host) {
        ObjectNode versions = Json.object().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        versions.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", host);
        return versions;
    }

    private ObjectNode group(String name) {
        ObjectNode group = Json.object().put("name", name);
        Set<String> versions = new LinkedHashSet<>();
        catalog.all().stream().filter(type -> type.group().equals(name)).forEach(type -> versions.add(type.version()));
        ArrayNode list = group.putArray("versions");
        versions.forEach(version -> list.addObject().put("groupVersion", name + "/" + version).put("version", version));
        group.set("preferredVersion", list.get(0).deepCopy());
        return group;
    }

    private ObjectNode resources(String group, String version) {
        ObjectNode list = Json.object().put("kind", "APIResourceList").put("apiVersion", "v1");
        list.put("groupVersion", group.isEmpty() ? version : group + "/" + version);
        ArrayNode resources = list.putArray("resources");
        for (ResourceType type : catalog.in(group, version)) {
            ObjectNode row = row(resources, type, type.plural(),
                    type.has(Trait.REVIEW) ? List.of("create") : ALL_VERBS);
            row.put("singularName", type.singular());
            if (!type.shortNames().isEmpty())
                row.set("shortNames", Json.strings(type.shortNames()));
            if (type.has(Trait.ALL))
                row.putArray("categories").add("all");
            if (type.has(Trait.STATUS))
                row(resources, type, type.plural() + "/status", List.of("get", "patch", "update"));
        }
        return list;
    }

    private static ObjectNode row(ArrayNode resources, ResourceType type, String name, List<String> verbs) {
        ObjectNode row = resources.addObject().put("name", name).put("singularName", "");
        row.put("namespaced", type.namespaced()).put("kind", type.kind());
        row.set("verbs", Json.strings(verbs));
        return row;
    }
}
