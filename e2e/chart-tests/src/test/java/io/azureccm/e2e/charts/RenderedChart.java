package io.azureccm.e2e.charts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The Kubernetes objects that a chart of this repository renders to for a release {@code azure} in {@code kube-system}. */
record RenderedChart(List<JsonNode> objects) {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    static RenderedChart of(String chart, Map<String, Object> values) {
        TemplateCommand command = new Helm(folder(chart)).template()
                .withName("azure")
                .withNamespace("kube-system")
                .withKubeVersion("1.32.0");
        values.forEach(command::set);
        String text = command.call();
        try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(text)) {
            return new RenderedChart(
                    documents.readAll().stream().filter(document -> document != null && document.isObject()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("chart " + chart + " does not render to YAML:\n" + text, e);
        }
    }

    static Path folder(String chart) {
        return charts().resolve(chart);
    }

    /** The folder with the charts, found from the module's folder upwards. */
    static Path charts() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .map(path -> path.resolve("charts"))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no folder charts above the working directory"));
    }

    JsonNode only(String kind) {
        List<JsonNode> found = all(kind);
        if (found.size() != 1) {
            throw new AssertionError("expected one " + kind + ", found " + found.size());
        }
        return found.getFirst();
    }

    List<JsonNode> all(String kind) {
        return objects.stream().filter(object -> object.path("kind").asText().equals(kind)).toList();
    }

    JsonNode pod() {
        return only("Deployment").path("spec").path("template").path("spec");
    }

    JsonNode container() {
        return pod().path("containers").path(0);
    }

    List<String> args() {
        return texts(container().path("args"));
    }

    static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }
}
