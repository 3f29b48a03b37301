package io.azureccm.e2e.suite.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.cluster.ClusterSimulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The volumes of a pod as folders of this machine, and the paths of the container turned into paths in them: Secrets, ConfigMaps
 * and empty directories. Changes of a Secret do not reach a pod that runs; other volumes are refused.
 */
final class PodFiles {
    private final ClusterSimulator cluster;
    private final String namespace;
    private final Path folder;
    private final Map<String, Path> mounts = new LinkedHashMap<>();

    PodFiles(ClusterSimulator cluster, String namespace, PodSpec pod, Path folder) {
        this.cluster = cluster;
        this.namespace = namespace;
        this.folder = folder;
        Map<String, Path> volumes = new LinkedHashMap<>();
        try {
            for (JsonNode volume : pod.json().path("volumes")) {
                String name = volume.path("name").asText();
                volumes.put(name, fill(volume, Files.createDirectories(folder.resolve(name))));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        for (JsonNode mount : pod.container().path("volumeMounts")) {
            mounts.put(mount.path("mountPath").asText(), volumes.get(mount.path("name").asText()));
        }
    }

    private Path fill(JsonNode volume, Path into) throws IOException {
        if (volume.has("secret")) {
            String name = volume.at("/secret/secretName").asText();
            write(volume.path("secret"), required("secrets", name).path("data"), true, into);
        } else if (volume.has("configMap")) {
            String name = volume.at("/configMap/name").asText();
            write(volume.path("configMap"), required("configmaps", name).path("data"), false, into);
        } else if (!volume.has("emptyDir")) {
            throw new UnsupportedOperationException("volume " + volume);
        }
        return into;
    }

    private JsonNode required(String resource, String name) {
        return cluster.get(resource, namespace, name)
                .orElseThrow(() -> new IllegalStateException("no " + resource + " " + name + " for the pod"));
    }

    private static void write(JsonNode source, JsonNode data, boolean encoded, Path into) throws IOException {
        Map<String, String> names = new LinkedHashMap<>();
        source.path("items").forEach(item -> names.put(item.path("key").asText(), item.path("path").asText()));
        for (Map.Entry<String, JsonNode> entry : data.properties()) {
            if (names.isEmpty() || names.containsKey(entry.getKey())) {
                String text = entry.getValue().asText();
                Files.write(into.resolve(names.getOrDefault(entry.getKey(), entry.getKey())),
                        encoded ? Base64.getDecoder().decode(text) : text.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** The text with each path below a mount turned into the one on this machine. */
    String onThisMachine(String text) {
        String paths = mounts.keySet()
                .stream()
                .sorted(Comparator.comparing(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        return Pattern.compile("(?<![\\w/.-])(" + paths + ")(?=/|$)")
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(mounts.get(found.group(1)).toString()));
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
