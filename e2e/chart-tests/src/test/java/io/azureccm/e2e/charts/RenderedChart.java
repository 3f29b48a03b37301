package io.azureccm.e2e.charts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The Kubernetes objects that a chart of this repository renders to for a release {@code azure} in {@code kube-system}. */
public record RenderedChart(String text, List<JsonNode> objects) {
    private static final String KUBERNETES = "1.32.0";
    private static final Set<String> WORKLOADS = Set.of("DaemonSet", "Deployment");

    /** With the values as {@code --set} takes them. */
    public static RenderedChart of(String chart, Map<String, Object> values) {
        TemplateCommand command = command(chart).set("image.registry", Charts.REGISTRY);
        values.forEach(command::set);
        return parse(chart, command.call());
    }

    /** With the values of a file, and a registry for the image. */
    public static RenderedChart with(String chart, String yaml) {
        return with(chart, yaml, KUBERNETES);
    }

    /** The same, for a cluster of this version. */
    public static RenderedChart with(String chart, String yaml, String kubernetes) {
        try {
            Path needed = Files.createTempFile("needed", ".yaml");
            try {
                Files.writeString(needed, "image: {registry: " + Charts.REGISTRY + "}");
                return parse(chart, command(chart).withKubeVersion(kubernetes).withValuesFile(needed), yaml);
            } finally {
                Files.delete(needed);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With the values of a file and nothing else. */
    public static RenderedChart plain(String chart, String yaml) {
        try {
            return parse(chart, command(chart), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RenderedChart parse(String chart, TemplateCommand command, String yaml) throws IOException {
        Path file = Files.createTempFile("values", ".yaml");
        try {
            return parse(chart, command.withValuesFile(Files.writeString(file, yaml)).call());
        } finally {
            Files.delete(file);
        }
    }

    public static RenderedChart of(String chart) {
        return of(chart, Map.of());
    }

    /** With the pods that {@code helm test} runs. */
    public static RenderedChart withTests(String chart, String yaml) {
        try {
            TemplateCommand command = command(HooksShown.withTests(chart)).set("image.registry", Charts.REGISTRY);
            return parse(chart, command, yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TemplateCommand command(String chart) {
        return command(HooksShown.folder(chart));
    }

    private static TemplateCommand command(Path folder) {
        return new Helm(folder).template()
                .withName("azure")
                .withNamespace("kube-system")
                .withKubeVersion(KUBERNETES);
    }

    private static RenderedChart parse(String chart, String rendered) {
        String text = HooksShown.asInTheChart(rendered);
        try (MappingIterator<JsonNode> documents = Charts.YAML.readerFor(JsonNode.class).readValues(text)) {
            return new RenderedChart(text,
                    documents.readAll().stream().filter(document -> document != null && document.isObject()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("chart " + chart + " does not render to YAML:\n" + text, e);
        }
    }

    public JsonNode only(String kind) {
        List<JsonNode> found = all(kind);
        if (found.size() != 1) {
            throw new AssertionError("expected one " + kind + ", found " + found.size());
        }
        return found.getFirst();
    }

    public List<JsonNode> all(String kind) {
        return objects.stream().filter(object -> object.path("kind").asText().equals(kind)).toList();
    }

    /** The object of a kind with a name. */
    public JsonNode named(String kind, String name) {
        return all(kind).stream()
                .filter(object -> object.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
    }

    /** What runs the controller's pods: a DaemonSet or a Deployment. */
    public JsonNode workload() {
        List<JsonNode> found = workloads()
                .filter(each -> !each.at("/metadata/labels/app.kubernetes.io~1name").asText().equals("node-agent"))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError("expected one workload of the controller, found " + found.size());
        }
        return found.getFirst();
    }

    /** With that of the agent. */
    public Stream<JsonNode> workloads() {
        return objects.stream().filter(object -> WORKLOADS.contains(object.path("kind").asText()));
    }

    public JsonNode pod() {
        return workload().at("/spec/template/spec");
    }

    public JsonNode container() {
        return pod().path("containers").path(0);
    }

    public List<String> args() {
        return texts(container().path("args"));
    }

    /** The value of an environment variable, empty without one. */
    public static String variable(JsonNode container, String name) {
        return stream(container.path("env")).filter(entry -> entry.path("name").asText().equals(name))
                .map(entry -> entry.path("value").asText())
                .collect(Collectors.joining());
    }

    public static List<String> texts(JsonNode array) {
        return stream(array).map(JsonNode::asText).toList();
    }

    public static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
