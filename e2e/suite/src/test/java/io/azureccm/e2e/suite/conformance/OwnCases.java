package io.azureccm.e2e.suite.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the cases under {@code conformance/own}: each adds to an infrastructure that it names, and has no limit of calls. */
final class OwnCases {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INFRASTRUCTURE = "infrastructure";
    private static final JsonNode UNCOUNTED = JSON.createObjectNode()
            .put("reads", Integer.MAX_VALUE)
            .put("writes", Integer.MAX_VALUE);

    private OwnCases() {}

    /** The names of all cases, in order. */
    static List<String> names() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".json") && !file.startsWith(INFRASTRUCTURE + "-"))
                    .map(file -> file.substring(0, file.length() - ".json".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("listing the own cases", e);
        }
    }

    static ConformanceCase read(String name) {
        ObjectNode given = file(name);
        ObjectNode whole = file(INFRASTRUCTURE + "-" + given.required(INFRASTRUCTURE).asText());
        given.path("cloudConfig").properties().forEach(entry -> config(whole).set(entry.getKey(), entry.getValue()));
        given.path("azure").forEach(whole.withArray("azure")::add);
        given.properties()
                .stream()
                .filter(entry -> !List.of(INFRASTRUCTURE, "cloudConfig", "azure").contains(entry.getKey()))
                .forEach(entry -> whole.set(entry.getKey(), entry.getValue()));
        whole.set("referenceCalls", UNCOUNTED);
        return ConformanceCases.parse(whole);
    }

    private static ObjectNode config(ObjectNode whole) {
        return (ObjectNode) whole.required("cloudConfig");
    }

    private static ObjectNode file(String name) {
        try {
            return (ObjectNode) JSON.readTree(folder().resolve(name + ".json").toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("reading own case " + name, e);
        }
    }

    private static Path folder() {
        try {
            return Path.of(OwnCases.class.getResource("/conformance/own").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
