package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.azureccm.common.boot.command.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Manifests from files and folders, merged over the objects of a snapshot: objects in the manifests are added or changed, all
 * others stay.
 */
final class Manifests {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Map<String, String> PLURALS = Map.of("Service", "services", "Node", "nodes", "EndpointSlice",
            "endpointslices", "Namespace", "namespaces");
    private static final Set<String> CLUSTER_WIDE = Set.of("Node", "Namespace");

    private final List<ObjectNode> objects = new ArrayList<>();
    private final Set<String> ignored = new TreeSet<>();
    private final String namespace;

    private Manifests(String namespace) {
        this.namespace = namespace;
    }

    /**
     * Reads YAML with any number of documents, JSON, and Lists; from a folder, all files that end in .yaml, .yml or .json;
     * from standard input for {@code -}. {@code namespace} is for objects without a namespace.
     */
    static Manifests read(List<String> paths, String namespace, InputStream input) {
        Manifests manifests = new Manifests(namespace);
        for (String path : paths) {
            try {
                if (path.equals("-")) {
                    manifests.text(new String(input.readAllBytes(), StandardCharsets.UTF_8), "standard input");
                } else {
                    manifests.path(Path.of(path));
                }
            } catch (IOException | UncheckedIOException | InvalidPathException unreadable) {
                throw new UsageException(path + ": cannot be read as manifests: "
                        + (unreadable instanceof NoSuchFileException
                                ? "no such file or folder"
                                : String.valueOf(unreadable.getMessage()).lines().findFirst().orElse("")));
            }
        }
        return manifests;
    }

    private void path(Path path) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(path)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> file.equals(path) || file.toString().matches(".*\\.(yaml|yml|json)"))
                    .sorted()
                    .toList();
        }
        for (Path file : files)
            text(Files.readString(file), file.toString());
    }

    private void text(String text, String source) throws IOException {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
            while (documents.hasNextValue())
                take(documents.nextValue(), source);
        } catch (JsonProcessingException wrong) {
            throw new UsageException(
                    source + ": line " + wrong.getLocation().getLineNr() + ": " + wrong.getOriginalMessage());
        }
    }

    private void take(JsonNode document, String file) {
        if (document == null || document.isNull() || document.isMissingNode())
            return;
        String kind = document.path("kind").asText();
        if (!(document instanceof ObjectNode object) || kind.isEmpty())
            throw new UsageException(file + ": contains something that is not a Kubernetes object");
        if (kind.endsWith("List") && document.path("items").isArray()) {
            document.path("items").forEach(item -> take(item, file));
        } else if (!PLURALS.containsKey(kind)) {
            ignored.add(kind);
        } else if (object.path("metadata").path("name").asText().isEmpty()) {
            throw new UsageException(file + ": holds a " + kind + " without a name");
        } else {
            objects.add(object);
        }
    }

    /** Kinds that do not affect a plan. */
    Set<String> ignored() {
        return ignored;
    }

    /** The objects of the cluster after the manifests are applied. */
    Map<String, List<ObjectNode>> over(Map<String, List<ObjectNode>> before) {
        Map<String, Map<String, ObjectNode>> all = new TreeMap<>();
        before.forEach((plural, each) -> {
            Map<String, ObjectNode> byKey = all.computeIfAbsent(plural, same -> new TreeMap<>());
            each.forEach(object -> byKey.put(key(object), object));
        });
        for (ObjectNode manifest : objects) {
            String kind = manifest.path("kind").asText();
            ObjectNode object = manifest.deepCopy();
            ObjectNode metadata = (ObjectNode) object.get("metadata");
            if (!CLUSTER_WIDE.contains(kind) && metadata.path("namespace").asText().isEmpty())
                metadata.put("namespace", namespace);
            all.computeIfAbsent(PLURALS.get(kind), same -> new TreeMap<>())
                    .merge(key(object), added(object), (old, same) -> changed(old, object));
        }
        Map<String, List<ObjectNode>> result = new TreeMap<>();
        all.forEach((plural, byKey) -> result.put(plural, List.copyOf(byKey.values())));
        if (result.containsKey("services"))
            ServiceDefaults.fill(result.get("services"));
        return result;
    }

    /** True if no object affects a plan. */
    boolean isEmpty() {
        return objects.isEmpty();
    }

    /**
     * The objects without those to be deleted, by the keys of the plural. An object with finalizers is marked for deletion,
     * as the API server does it.
     */
    static Map<String, List<ObjectNode>> deleted(Map<String, List<ObjectNode>> objects, String plural,
            List<String> keys, Instant when) {
        List<ObjectNode> left = new ArrayList<>();
        Set<String> missing = new TreeSet<>(keys);
        for (ObjectNode object : objects.getOrDefault(plural, List.of())) {
            if (!missing.remove(key(object)) && !keys.contains(key(object))) {
                left.add(object);
            } else if (!object.path("metadata").path("finalizers").isEmpty()) {
                ObjectNode marked = object.deepCopy();
                ((ObjectNode) marked.get("metadata")).put("deletionTimestamp", when.toString());
                left.add(marked);
            }
        }
        if (!missing.isEmpty())
            throw new UsageException("--delete: there is no " + missing.iterator().next() + " among the " + plural);
        Map<String, List<ObjectNode>> result = new TreeMap<>(objects);
        result.put(plural, left);
        return result;
    }

    /** The API server assigns a random UID; here it is derived from the name alone, so that two runs print the same. */
    private static ObjectNode added(ObjectNode object) {
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        if (metadata.path("creationTimestamp").asText().isEmpty())
            metadata.remove("creationTimestamp");
        if (metadata.path("uid").asText().isEmpty()) {
            String seed = object.path("kind").asText() + "/" + key(object);
            metadata.put("uid", UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).toString());
        }
        return object;
    }

    /** The old object, updated from the manifest; status, UID and finalizers stay as the server set them. */
    private static ObjectNode changed(ObjectNode old, ObjectNode manifest) {
        ObjectNode object = old.deepCopy();
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        if (manifest.path("metadata").has("deletionTimestamp"))
            metadata.set("deletionTimestamp", manifest.path("metadata").get("deletionTimestamp"));
        for (String part : List.of("annotations", "labels")) {
            JsonNode given = manifest.path("metadata").path(part);
            if (given.isMissingNode()) {
                metadata.remove(part);
            } else {
                metadata.set(part, given);
            }
        }
        manifest.properties()
                .stream()
                .filter(each -> !Set.of("metadata", "status", "spec").contains(each.getKey()))
                .forEach(each -> object.set(each.getKey(), each.getValue()));
        if (manifest.has("spec"))
            object.set("spec", spec(old.path("spec"), manifest.path("spec")));
        return object;
    }

    /** Values that the server filled in stay unless the manifest sets them. */
    private static JsonNode spec(JsonNode old, JsonNode manifest) {
        if (!(old instanceof ObjectNode before))
            return manifest;
        ObjectNode spec = manifest.deepCopy();
        for (String field : List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "healthCheckNodePort",
                "providerID", "podCIDR", "podCIDRs")) {
            if (!spec.has(field) && before.has(field))
                spec.set(field, before.get(field));
        }
        return nodePorts(before, spec);
    }

    private static JsonNode nodePorts(ObjectNode before, ObjectNode spec) {
        spec.path("ports").forEach(port -> before.path("ports").forEach(old -> {
            if (!port.has("nodePort") && old.has("nodePort") && old.path("port").equals(port.path("port"))
                    && old.path("protocol").asText("TCP").equals(port.path("protocol").asText("TCP")))
                ((ObjectNode) port).set("nodePort", old.get("nodePort"));
        }));
        return spec;
    }

    private static String key(ObjectNode object) {
        String namespace = object.path("metadata").path("namespace").asText();
        return (namespace.isEmpty() ? "" : namespace + "/") + object.path("metadata").path("name").asText();
    }
}
