package io.azureccm.e2e.charts;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The charts of this repository and their files. */
public final class Charts {
    public static final List<String> ALL = List.of("node-controller", "service-controller", "route-controller");
    /** The chart of them all. */
    public static final String PARENT = "azure-cloud-controllers";
    /** Where the tests say that the images are: a value that has to be set. */
    public static final String REGISTRY = "registry.example.com/azureccm";
    /** A key that is twice in a map is an error. */
    public static final ObjectMapper YAML = new ObjectMapper(
            new YAMLFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION));

    private Charts() {}

    /** The folder of the repository, found from the module's folder upwards. */
    public static Path repository() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.isDirectory(path.resolve("charts")) && Files.exists(path.resolve("pom.xml")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not inside the repository"));
    }

    public static Path folder(String chart) {
        return repository().resolve("charts").resolve(chart);
    }

    public static JsonNode yaml(String chart, String file) {
        try {
            return YAML.readTree(folder(chart).resolve(file).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static JsonNode values(String chart) {
        return yaml(chart, "values.yaml");
    }

    public static JsonNode schema(String chart) {
        return yaml(chart, "values.schema.json");
    }

    /** The text of all templates by path below the chart's folder. */
    public static Map<String, String> templates(String chart) {
        return texts(chart, "templates");
    }

    public static Map<String, String> texts(String chart, String below) {
        Path folder = folder(chart);
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder.resolve(below), FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.put(folder.relativize(file).toString(), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
