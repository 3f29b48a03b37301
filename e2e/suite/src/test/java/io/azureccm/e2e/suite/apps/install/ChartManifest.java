package io.azureccm.e2e.suite.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.azureccm.e2e.cluster.ClusterSimulator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What a chart renders to, from the documentation. */
record ChartManifest(List<JsonNode> objects) {
    private static final String FOLDER = "docs/example-manifests/out-of-tree/charts";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    static ChartManifest of(String name) throws IOException {
        Path file = Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .map(path -> path.resolve(FOLDER).resolve(name + ".manifest"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        try (MappingIterator<JsonNode> documents = new ObjectMapper(new YAMLFactory()).readerFor(JsonNode.class)
                .readValues(file.toFile())) {
            return new ChartManifest(documents.readAll().stream().filter(JsonNode::isObject).toList());
        }
    }

    /** As {@code kubectl apply --server-side --validate=strict} does: an unknown field is an error. */
    void apply(ClusterSimulator cluster) throws IOException, InterruptedException {
        for (JsonNode object : objects) {
            URI address = URI.create(cluster.url() + path(object) + "?fieldManager=test&fieldValidation=Strict");
            HttpResponse<String> answer = HTTP.send(
                    HttpRequest.newBuilder(address)
                            .header("Content-Type", "application/apply-patch+yaml")
                            .method("PATCH", HttpRequest.BodyPublishers.ofString(object.toString()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(address + "\n" + answer.body()).isEqualTo(201);
        }
    }

    private static String path(JsonNode object) {
        String version = object.path("apiVersion").asText();
        String kind = object.path("kind").asText().toLowerCase(Locale.ROOT);
        String plural = kind.endsWith("y") ? kind.substring(0, kind.length() - 1) + "ies" : kind + "s";
        String namespace = object.at("/metadata/namespace").asText();
        return (version.contains("/") ? "/apis/" : "/api/") + version
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + plural + "/"
                + object.at("/metadata/name").asText();
    }

    /** The pod of the DaemonSet with a name. */
    JsonNode pod(String name) {
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals("DaemonSet"))
                .filter(object -> object.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .at("/spec/template/spec");
    }

    static List<String> arguments(JsonNode pod) {
        return StreamSupport.stream(pod.at("/containers/0/args").spliterator(), false).map(JsonNode::asText).toList();
    }

    /** The value of an environment variable of the container, "" if it has none. */
    static String variable(JsonNode pod, String name) {
        return StreamSupport.stream(pod.at("/containers/0/env").spliterator(), false)
                .filter(each -> each.path("name").asText().equals(name))
                .map(each -> each.path("value").asText())
                .findFirst()
                .orElse("");
    }
}
