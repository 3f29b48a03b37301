package io.azureccm.e2e.suite.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds files of this repository, whatever module's folder the tests run in. */
final class Repository {
    private Repository() {}

    static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.isDirectory(path.resolve("charts")) && Files.exists(path.resolve("pom.xml")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not inside the repository"));
    }
}
