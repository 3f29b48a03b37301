package io.azureccm.e2e.suite.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sources of every module, of which no class path has all. */
final class TestSources {
    private TestSources() {}

    static List<Path> files() throws IOException {
        return files("test");
    }

    /** {@code kinds}: {@code main}, {@code test} or both. */
    static List<Path> files(String... kinds) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("service-controller")))
            root = root.getParent();
        try (Stream<Path> files = Files.walk(root)) {
            return files
                    .filter(file -> file.toString().endsWith(".java")
                            && Stream.of(kinds).anyMatch(kind -> file.toString().contains("/src/" + kind + "/java/")))
                    .toList();
        }
    }
}
